import type { ChainAdapter, ChainFamily, OpenParts } from '@isochain/core';
import { readAccountState } from './account.ts';
import { bytesOf } from './bytes/index.ts';
import { chains, contextOf, solanaChainIds } from './chains.ts';
import { enableToken } from './complete-enable-token.ts';
import { stake } from './complete-stake.ts';
import { transfer } from './complete-transfer.ts';
import { transferToken } from './complete-transfer-token.ts';
import { unstake } from './complete-unstake.ts';
import { withdraw } from './complete-withdraw.ts';
import { nodeGuard } from './guard.ts';
import { readHistory } from './history.ts';
import { solanaOptionsSchema } from './options.ts';
import { submit } from './submit.ts';
import { readToken } from './token.ts';
import { readTransaction } from './transaction.ts';
import type { Solana } from './types.ts';
import { readValidators } from './validators.ts';

/** The Solana family: wired from the verbs beside this file. */
export const solanaFamily: ChainFamily<Solana> = {
  name: 'solana',
  chainIds: solanaChainIds,
  optionsSchema: solanaOptionsSchema,
  upstreams: { rpc: { isDefault: true, isNode: true, guard: nodeGuard } },
  publicEndpoints: (chainId) => chains[chainId].rpc,
  context: contextOf,
  bytes: bytesOf,
  open,
};

function open({ bytes, context, options, upstream }: OpenParts<Solana>): ChainAdapter<Solana> {
  const { chain } = context;
  const endpointNames = upstream.endpoints.map(({ name }) => name);
  return {
    bytes,
    upstream,
    modes: {
      transfer: transfer(context, options),
      transferToken: transferToken(context, options),
      enableToken: enableToken(context, options),
      stake: stake(context, options),
      unstake: unstake(context, options),
      withdraw: withdraw(context, options),
    },
    memo: true,
    submit: (signed, plan, operation) => submit(context, endpointNames, signed, plan, operation),
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
        const owner = bytes.identifiers.publicKey(publicKey);
        return owner.ok ? [{ type: 'solana', address: owner.canonical }] : { invalid: owner.reason };
      },
    },
    facts: { genesisHash: chain.genesisHash, explorer: chain.explorer },
  };
}
