import type { ChainAdapter, ChainFamily, OpenParts } from '@isochain/core';
import { readAccountState } from './account.ts';
import { addressOfPublicKey, checkAddress, checkTransactionId } from './address.ts';
import { assemble } from './assemble.ts';
import { chains, contextOf, type SolanaChainId, type SolanaContext, solanaChainIds } from './chains.ts';
import { completeEnableToken } from './complete-enable-token.ts';
import { completeStake } from './complete-stake.ts';
import { completeTransfer } from './complete-transfer.ts';
import { completeTransferToken } from './complete-transfer-token.ts';
import { completeUnstake } from './complete-unstake.ts';
import { completeWithdraw } from './complete-withdraw.ts';
import { explain } from './explain.ts';
import { finalize } from './finalize.ts';
import { nodeGuard } from './guard.ts';
import { readHistory } from './history.ts';
import { type SolanaOptions, solanaOptionsSchema } from './options.ts';
import { keyLikeIds } from './secrets.ts';
import { submit } from './submit.ts';
import { readToken } from './token.ts';
import { readTransaction } from './transaction.ts';
import { readValidators } from './validators.ts';
import { wishes } from './wishes.ts';

/** The Solana family: wired from the verbs beside this file. */
export const solanaFamily: ChainFamily<SolanaOptions, SolanaContext> & { readonly chainIds: typeof solanaChainIds } = {
  name: 'solana',
  chainIds: solanaChainIds,
  optionsSchema: solanaOptionsSchema,
  upstreams: { rpc: { isDefault: true, isNode: true, guard: nodeGuard } },
  publicEndpoints: (chainId) => chains[chainId as SolanaChainId].rpc,
  context: contextOf,
  open,
};

function open({ chainId, context, options, upstream }: OpenParts<SolanaOptions, SolanaContext>): ChainAdapter {
  const { chain, identity } = context;
  const endpointNames = upstream.endpoints.map(({ name }) => name);
  return {
    chainId,
    identity,
    keyLikeIds,
    upstream,
    identifiers: {
      account: checkAddress,
      address: checkAddress,
      // The address of a mint. Wrapped SOL is a token like others, with a balance of its own.
      token: checkAddress,
      validator: checkAddress,
      transaction: checkTransactionId,
      ownerOf: addressOfPublicKey,
    },
    modes: {
      transfer: (intent, operation) => completeTransfer(context, options, intent, operation),
      transferToken: (intent, operation) => completeTransferToken(context, options, intent, operation),
      enableToken: (intent, operation) => completeEnableToken(context, options, intent, operation),
      stake: (intent, operation) => completeStake(context, options, intent, operation),
      unstake: (intent, operation) => completeUnstake(context, options, intent, operation),
      withdraw: (intent, operation) => completeWithdraw(context, options, intent, operation),
    },
    wishes: {
      ...{ transfer: wishes, transferToken: wishes, enableToken: wishes },
      ...{ stake: wishes, unstake: wishes, withdraw: wishes },
    },
    memo: true,
    assemble,
    finalize,
    submit: (signed, data, operation) => submit(context, endpointNames, signed, data, operation),
    explain,
    reads: {
      accountState: {
        parts: ['native', 'tokens', 'staking'],
        read: (account, request, operation) => readAccountState(context, options, account, request, operation),
      },
      history: {
        kinds: ['native', 'tokens', 'staking'],
        read: (account, page, operation) => readHistory(context, options, account, page, operation),
      },
      transaction: {
        kinds: ['native', 'tokens', 'staking'],
        read: (id, operation) => readTransaction(context, id, operation),
      },
      token: { read: (id, operation) => readToken(id, operation) },
      validators: { read: (page, operation) => readValidators(page, operation) },
      addresses(publicKey) {
        const owner = addressOfPublicKey(publicKey);
        return owner.ok ? [{ type: 'solana', address: owner.canonical }] : { invalid: owner.reason };
      },
    },
    facts: { genesisHash: chain.genesisHash, explorer: chain.explorer },
  };
}
