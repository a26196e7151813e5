import type { ChainAdapter, ChainFamily, Checked, OpenParts } from '@isochain/core';
import { parseAccount } from './account/account-id.ts';
import { parseAddress } from './account/address.ts';
import { addressesOfKey, ownerOf } from './account/public-key.ts';
import { hasStakes, readAccountState } from './account-state.ts';
import { assemble } from './assemble.ts';
import { completeStake } from './babylon/complete-stake.ts';
import { completeUnstake } from './babylon/complete-unstake.ts';
import { completeWithdraw } from './babylon/complete-withdraw.ts';
import { createStakeReader } from './babylon/stake-reader.ts';
import { readValidators } from './babylon/validators.ts';
import { contextOf, publicEndpoints, type UtxoContext, utxoChainIds } from './chains.ts';
import { completeTransfer } from './complete-transfer.ts';
import { explain } from './explain.ts';
import { finalize } from './finalize.ts';
import { readHistory } from './history.ts';
import { type UtxoOptions, utxoOptionsSchema } from './options.ts';
import { writeFeeRate } from './params.ts';
import { keyLikeIds } from './secrets.ts';
import { submit } from './submit.ts';
import { checkTransactionId, readTransaction } from './transaction.ts';
import { createUpstreams } from './upstreams/choose.ts';
import { upstreamKinds } from './upstreams/kinds.ts';
import { wishes } from './wishes.ts';

/** The UTXO family: wired from the verbs beside this file. */
export const utxoFamily: ChainFamily<UtxoOptions, UtxoContext> & { readonly chainIds: typeof utxoChainIds } = {
  name: 'bitcoin',
  chainIds: utxoChainIds,
  optionsSchema: utxoOptionsSchema,
  upstreams: upstreamKinds,
  publicEndpoints,
  // Beside the coins three endpoints are asked for fees. One that hangs must not take the places of the others.
  maxConcurrent: 12,
  context: contextOf,
  open,
};

function open({ chainId, context, upstream }: OpenParts<UtxoOptions, UtxoContext>): ChainAdapter {
  const { network, identity, chain, policy, genesisHash, checkpoint } = context;
  const upstreams = createUpstreams(context);
  const stakes = chain.babylon !== undefined && context.endpointsOf('babylon').length > 0;
  const readStakes = stakes ? createStakeReader(context, upstreams) : undefined;
  const parseSender = (text: string): Checked => parseAccount(network, text);
  return {
    chainId,
    identity,
    keyLikeIds,
    upstream,
    identifiers: {
      account: parseSender,
      address(text) {
        const parsed = parseAddress(network, text);
        return parsed.ok ? { ok: true, canonical: parsed.account.address } : parsed;
      },
      sender: parseSender,
      token: () => ({ ok: false, reason: 'it has no tokens' }),
      validator: checkProvider,
      transaction: checkTransactionId,
      ownerOf: (publicKey, sender) => ownerOf(network, publicKey, sender),
    },
    modes: {
      transfer: (intent, operation) => completeTransfer(context, upstreams, intent, operation),
      ...(stakes
        ? {
            stake: (intent, operation) => completeStake(context, upstreams, intent, operation),
            unstake: (intent, operation) => completeUnstake(context, upstreams, intent, operation),
            withdraw: (intent, operation) => completeWithdraw(context, upstreams, intent, operation),
          }
        : {}),
    },
    wishes,
    memo: false,
    assemble: (data) => assemble(context, data),
    finalize: (data, encoded, signature) => finalize(context, data, encoded, signature),
    submit: (signed, data, operation) => submit(context, upstreams, signed, data, operation),
    explain: (encoded) => explain(context, encoded),
    reads: {
      accountState: {
        parts: hasStakes(context) ? ['native', 'staking'] : ['native'],
        read: (account, request, operation) => readAccountState(context, upstreams, account, request, operation),
      },
      ...(upstreams.hasHistory
        ? {
            history: {
              // What ends a stake early touches no address of the account, and is in no history: it is not all of staking.
              kinds: ['native'],
              read: (account, page, operation) => readHistory(context, upstreams, account, page, operation, readStakes),
            },
          }
        : {}),
      transaction: {
        kinds: stakes ? ['native', 'staking'] : ['native'],
        read: (id, operation) => readTransaction(context, upstreams, id, operation, readStakes),
      },
      ...(stakes ? { validators: { read: (page, operation) => readValidators(context, page, operation) } } : {}),
      addresses: (publicKey) => addressesOfKey(network, publicKey),
    },
    facts: {
      ...(genesisHash === undefined ? {} : { genesisHash }),
      ...(checkpoint === undefined || checkpoint.height === 0
        ? {}
        : { checkpoint: `${checkpoint.height}:${checkpoint.hash}` }),
      explorer: chain.explorer,
      minFeeRate: writeFeeRate(policy.minFeeRate),
      maxFeeRate: writeFeeRate(policy.maxFeeRate),
      maxInputs: context.maxInputs,
    },
  };
}

/** A finality provider of Babylon: its x-only key, or the compressed one. */
function checkProvider(text: string): Checked {
  const key = /^(?:0[23])?([0-9a-f]{64})$/i.exec(text)?.[1];
  return key === undefined
    ? { ok: false, reason: 'it has to be an x-only public key: 64 hexadecimal digits' }
    : { ok: true, canonical: key.toLowerCase() };
}
