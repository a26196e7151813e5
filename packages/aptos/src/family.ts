import type { ChainAdapter, ChainFamily, OpenParts } from '@isochain/core';
import type { Address } from './address/address.ts';
import { authenticationKey } from './address/public-key.ts';
import { bytesOf } from './bytes/index.ts';
import { aptosChainIds, publicEndpoints } from './chains.ts';
import { contextOf } from './context.ts';
import { enableToken } from './modes/enable-token.ts';
import { stake } from './modes/stake.ts';
import { transfer } from './modes/transfer.ts';
import { transferToken } from './modes/transfer-token.ts';
import { unstake } from './modes/unstake.ts';
import { withdraw } from './modes/withdraw.ts';
import { aptosOptionsSchema } from './options.ts';
import { readAccountState } from './read/account.ts';
import { readHistory } from './read/history.ts';
import { readToken } from './read/token.ts';
import { readTransaction } from './read/transaction.ts';
import { readValidators } from './read/validators.ts';
import { submit } from './submit.ts';
import { knownAptosTokens } from './tokens/known-tokens.ts';
import { toToken } from './tokens/token-facts.ts';
import type { Aptos } from './types.ts';
import { indexerGuard, nodeGuard } from './upstream/guard.ts';

/** The Aptos family: wired from the verbs beside this file. */
export const aptosFamily: ChainFamily<Aptos> = {
  name: 'aptos',
  chainIds: aptosChainIds,
  optionsSchema: aptosOptionsSchema,
  upstreams: {
    node: { isDefault: true, isNode: true, guard: nodeGuard },
    indexer: { guard: indexerGuard },
  },
  publicEndpoints,
  // An intent asks one node up to a dozen things at once.
  maxConcurrent: 20,
  context: contextOf,
  bytes: bytesOf,
  open,
};

function open({ bytes, context, options, upstream }: OpenParts<Aptos>): ChainAdapter<Aptos> {
  const { chain } = context;
  return {
    bytes,
    upstream,
    modes: {
      transfer: transfer(context),
      transferToken: transferToken(context, options),
      enableToken: enableToken(context, options),
      stake: stake(context),
      unstake: unstake(context),
      withdraw: withdraw(context),
    },
    memo: false,
    submit: (signed, plan, operation) => submit(context, signed, plan, operation),
    reads: {
      validators: { read: (page, operation) => readValidators(context, page, operation) },
      accountState: {
        parts: ['native', 'tokens', 'staking'],
        needs: { tokens: ['indexer'], staking: ['indexer'] },
        read: (account, wanted, operation) => readAccountState(context, options, account as Address, wanted, operation),
      },
      token: { read: (id, operation) => readToken(context, options, id, operation) },
      tokens: async () => knownAptosTokens(context.chainId, options.tokens).map((known) => toToken(known.token, known)),
      history: {
        parts: ['native', 'tokens', 'staking'],
        // Without an index only what the account sent can be found. Stakes are always sent by their owner.
        needs: { native: ['indexer'], tokens: ['indexer'] },
        read: (account, page, operation) => readHistory(context, options, account as Address, page, operation),
      },
      transaction: {
        parts: ['native', 'tokens', 'staking'],
        read: (id, operation) => readTransaction(context, options, id, operation),
      },
      addresses(publicKey) {
        const key = bytes.identifiers.publicKey(publicKey);
        if (!key.ok) return { invalid: key.reason };
        return [
          { type: 'Ed25519', address: authenticationKey(key.value, 'ed25519') },
          { type: 'SingleKey', address: authenticationKey(key.value, 'single_key') },
        ];
      },
    },
    facts: { explorer: chain.explorer },
  };
}
