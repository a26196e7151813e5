import type { ChainAdapter, ChainFamily, OpenParts } from '@isochain/core';
import { bytesOf } from './bytes/index.ts';
import { chains, solanaChainIds } from './chains.ts';
import { contextOf } from './context.ts';
import { knownTokens } from './known-tokens.ts';
import { enableToken } from './modes/enable-token.ts';
import { stake } from './modes/stake.ts';
import { transfer } from './modes/transfer.ts';
import { transferToken } from './modes/transfer-token.ts';
import { unstake } from './modes/unstake.ts';
import { withdraw } from './modes/withdraw.ts';
import { solanaOptionsSchema } from './options.ts';
import { readAccountState } from './read/account.ts';
import { readHistory } from './read/history.ts';
import { readToken } from './read/token.ts';
import { readTransaction } from './read/transaction.ts';
import { readValidators } from './read/validators.ts';
import { submit } from './submit.ts';
import type { Solana } from './types.ts';
import { nodeGuard } from './upstream/guard.ts';

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
        parts: ['native', 'tokens', 'staking'],
        read: (account, page, operation) => readHistory(context, options, account, page, operation),
      },
      transaction: {
        parts: ['native', 'tokens', 'staking'],
        read: (id, operation) => readTransaction(context, id, operation),
      },
      token: { read: (id, operation) => readToken(id, operation) },
      tokens: async () => knownTokens,
      validators: { read: (page, operation) => readValidators(page, operation) },
      addresses(publicKey) {
        const owner = bytes.identifiers.publicKey(publicKey);
        return owner.ok ? [{ type: 'solana', address: owner.canonical }] : { invalid: owner.reason };
      },
    },
    facts: { genesisHash: chain.genesisHash, explorer: chain.explorer },
  };
}
