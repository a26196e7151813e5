import type { BalancePart, ChainAdapter, ChainFamily, OpenParts } from '@isochain/core';
import { addressesOfKey } from './address/public-key.ts';
import { bytesOf } from './bytes/index.ts';
import { writeFeeRate } from './bytes/params.ts';
import { publicEndpoints, utxoChainIds } from './chains.ts';
import { contextOf } from './context.ts';
import { stake } from './modes/stake.ts';
import { transfer } from './modes/transfer.ts';
import { unstake } from './modes/unstake.ts';
import { withdraw } from './modes/withdraw.ts';
import { utxoOptionsSchema } from './options.ts';
import { readAccountState } from './read/account.ts';
import { readHistory } from './read/history.ts';
import { readTransaction } from './read/transaction.ts';
import { readValidators } from './read/validators.ts';
import { submit } from './submit.ts';
import type { Utxo } from './types.ts';
import { createStakeReader } from './upstream/babylon/stake-reader.ts';
import { createUpstreams } from './upstream/choose.ts';
import { upstreamKinds } from './upstream/kinds.ts';

/** The UTXO family: wired from the verbs beside this file. */
export const utxoFamily: ChainFamily<Utxo> = {
  name: 'bitcoin',
  chainIds: utxoChainIds,
  optionsSchema: utxoOptionsSchema,
  upstreams: upstreamKinds,
  publicEndpoints,
  // Beside the coins three endpoints are asked for fees. One that hangs must not take the places of the others.
  maxConcurrent: 12,
  bytes: bytesOf,
  context: contextOf,
  open,
};

const noTokens =
  'the chain has its coin alone, and this service reads no tokens that others write into its transactions';
const noStakes = 'blocks are mined, and nobody stakes coins';

function open({ bytes, context, upstream }: OpenParts<Utxo>): ChainAdapter<Utxo> {
  const { network, chain, policy, genesisHash, checkpoint } = context;
  const upstreams = createUpstreams(context);
  const hasBabylon = chain.babylon !== undefined;
  const parts: readonly BalancePart[] = hasBabylon ? ['native', 'staking'] : ['native'];
  const readStakes =
    hasBabylon && context.endpointsOf('babylon').length > 0 ? createStakeReader(context, upstreams) : undefined;
  return {
    bytes,
    upstream,
    modes: {
      transfer: transfer(context, upstreams),
      ...(hasBabylon && {
        stake: stake(context, upstreams),
        unstake: unstake(context, upstreams),
        withdraw: withdraw(context, upstreams),
      }),
    },
    absent: { token: noTokens, tokens: noTokens, ...(hasBabylon ? {} : { validators: noStakes }) },
    memo: false,
    submit: (signed, plan, operation) => submit(context, upstreams, signed, plan, operation),
    reads: {
      accountState: {
        parts,
        needs: { staking: ['babylon-staking'] },
        read: (account, request, operation) => readAccountState(context, upstreams, account, request, operation),
      },
      history: {
        // An early end touches no address of the account and is in no history, so histories do not show all of staking.
        parts: ['native'],
        // A node does not index accounts.
        needs: { native: [['esplora', 'blockbook']] },
        read: (account, page, operation) => readHistory(context, upstreams, account, page, operation, readStakes),
      },
      transaction: {
        parts,
        needs: { staking: ['babylon'] },
        read: (id, operation) => readTransaction(context, upstreams, id, operation, readStakes),
      },
      ...(hasBabylon && {
        validators: { needs: ['babylon'], read: (page, operation) => readValidators(context, page, operation) },
      }),
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
