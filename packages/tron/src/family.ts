import type { ChainAdapter, ChainFamily, OpenParts } from '@isochain/core';
import { type Address, fromBase58Address, toBase58Address } from './address/address.ts';
import { bytesOf } from './bytes/index.ts';
import { publicEndpoints, tronChainIds } from './chains.ts';
import { contextOf } from './context.ts';
import { claimRewards } from './modes/claim-rewards.ts';
import { stake } from './modes/stake.ts';
import { transfer } from './modes/transfer.ts';
import { transferToken } from './modes/transfer-token.ts';
import { unstake } from './modes/unstake.ts';
import { withdraw } from './modes/withdraw.ts';
import { tronOptionsSchema } from './options.ts';
import { readAccountState } from './read/account.ts';
import { readHistory } from './read/history.ts';
import { readToken } from './read/token.ts';
import { readTransaction } from './read/transaction.ts';
import { readValidators } from './read/validators.ts';
import { submit } from './submit.ts';
import { listedTokens } from './tokens/listed-tokens.ts';
import type { Tron } from './types.ts';
import { nodeGuard } from './upstream/guard.ts';

/** The Tron family: wired from the verbs beside this file. */
export const tronFamily: ChainFamily<Tron> = {
  name: 'tron',
  chainIds: tronChainIds,
  optionsSchema: tronOptionsSchema,
  upstreams: {
    node: { isDefault: true, isNode: true, guard: nodeGuard },
    trongrid: { guard: nodeGuard },
  },
  publicEndpoints,
  // An intent asks one node up to thirteen things at once, and another node two. The guard of a new endpoint asks two.
  maxConcurrent: 20,
  context: contextOf,
  bytes: bytesOf,
  open,
};

function open({ bytes, context, options, upstream }: OpenParts<Tron>): ChainAdapter<Tron> {
  const { chain } = context;
  return {
    bytes,
    upstream,
    modes: {
      transfer: transfer(context),
      stake: stake(context),
      unstake: unstake(context),
      withdraw: withdraw(context),
      claimRewards: claimRewards(context),
      transferToken: transferToken(context, options),
    },
    memo: true,
    submit: (signed, plan, operation) => submit(context, signed, plan, operation),
    reads: {
      validators: { read: (page, operation) => readValidators(context, page, operation) },
      accountState: {
        parts: ['native', 'tokens', 'staking'],
        read: (account, wanted, operation) => readAccountState(context, options, account, wanted, operation),
      },
      token: { read: (id, operation) => readToken(context, options, id, operation) },
      tokens: async () => listedTokens(options.tokens),
      history: {
        parts: ['native', 'tokens', 'staking'],
        needs: { native: ['trongrid'], tokens: ['trongrid'], staking: ['trongrid'] },
        // Core has checked the account.
        read: (account, page, operation) =>
          readHistory(context, options, fromBase58Address(account) as Address, page, operation),
      },
      transaction: {
        parts: ['native', 'tokens', 'staking'],
        read: (id, operation) => readTransaction(context, options, id, operation),
      },
      addresses(publicKey) {
        const key = bytes.identifiers.publicKey(publicKey);
        if (!key.ok) return { invalid: key.reason };
        return [{ type: 'Tron', address: toBase58Address(key.value.address) }];
      },
    },
    facts: { explorer: chain.explorer },
  };
}
