import type { ChainAdapter, ChainFamily, Needs, OpenParts } from '@isochain/core';
import { walletAddress } from './address/address.ts';
import { bytesOf } from './bytes/index.ts';
import { publicEndpoints, tonChainIds } from './chains.ts';
import { contextOf } from './context.ts';
import { knownJettons } from './jettons/known-jettons.ts';
import { toToken } from './jettons/to-token.ts';
import { stake } from './modes/stake.ts';
import { transfer } from './modes/transfer.ts';
import { transferToken } from './modes/transfer-token.ts';
import { unstake } from './modes/unstake.ts';
import { withdraw } from './modes/withdraw.ts';
import { type TonKind, tonOptionsSchema } from './options.ts';
import { readAccountState } from './read/account.ts';
import { readHistory } from './read/history.ts';
import { readToken } from './read/token.ts';
import { readTransaction } from './read/transaction.ts';
import { readValidators } from './read/validators.ts';
import { submit } from './submit.ts';
import { Address } from './ton-core.ts';
import type { Ton } from './types.ts';
import { tonapiGuard, v2Guard, v3Guard } from './upstream/guard.ts';
import { addressOfWallet, walletsOfKey } from './wallets/wallet.ts';

/** The TON family: wired from the verbs beside this file. */
export const tonFamily: ChainFamily<Ton> = {
  name: 'ton',
  chainIds: tonChainIds,
  optionsSchema: tonOptionsSchema,
  upstreams: {
    'toncenter-v3': { isDefault: true, isNode: true, guard: v3Guard },
    'toncenter-v2': { isNode: true, guard: v2Guard },
    tonapi: { isNode: true, guard: tonapiGuard },
  },
  publicEndpoints,
  // The state of an account asks six things at once, and the guard of a new endpoint one.
  maxConcurrent: 12,
  context: contextOf,
  bytes: bytesOf,
  open,
};

/** toncenter v2 finds nothing by its hash, and lists transactions without what they caused. */
const indexes: Needs<TonKind> = [['toncenter-v3', 'tonapi']];

function open({ bytes, context, options, upstream }: OpenParts<Ton>): ChainAdapter<Ton> {
  const { chain } = context;
  return {
    bytes,
    upstream,
    modes: {
      transfer: transfer(context),
      transferToken: transferToken(context, options),
      // What is staked must be seen afterwards.
      stake: { ...stake(context), needs: indexes },
      unstake: { ...unstake(context), needs: indexes },
      withdraw: { ...withdraw(context), needs: indexes },
    },
    memo: true,
    submit: (signed, plan, operation) => submit(context, signed, plan, operation),
    reads: {
      history: {
        parts: ['native', 'tokens', 'staking'],
        needs: { native: indexes, tokens: indexes, staking: indexes },
        // Core has checked the account.
        read: (account, page, operation) => readHistory(context, options, Address.parse(account), page, operation),
      },
      transaction: {
        parts: ['native', 'tokens', 'staking'],
        needs: { native: indexes, tokens: indexes, staking: indexes },
        read: (id, operation) => readTransaction(context, options, id, operation),
      },
      accountState: {
        parts: ['native', 'tokens', 'staking'],
        needs: { tokens: indexes, staking: indexes },
        read: (account, wanted, operation) => readAccountState(context, options, account, wanted, operation),
      },
      token: { read: (id, operation) => readToken(context, options, id, operation) },
      tokens: async () => knownJettons(options.tokens).map((known) => toToken(known.id, known)),
      validators: { needs: ['tonapi'], read: (page, operation) => readValidators(context, page, operation) },
      addresses(publicKey) {
        const key = bytes.identifiers.publicKey(publicKey);
        if (!key.ok) return { invalid: key.reason };
        return walletsOfKey(key.value, chain.globalId).map((wallet) => ({
          type: wallet.version,
          address: walletAddress(addressOfWallet(wallet)),
        }));
      },
    },
    facts: { explorer: chain.explorer },
  };
}
