import type { ChainAdapter, ChainFamily, OpenParts } from '@isochain/core';
import { deployableClasses, deploymentOf } from './account/derive.ts';
import { bytesOf } from './bytes/index.ts';
import { publicEndpoints, starknetChainIds } from './chains.ts';
import { contextOf } from './context.ts';
import { claimRewards } from './modes/claim-rewards.ts';
import type { FeltHex } from './felt.ts';
import { deployAccount } from './modes/deploy-account.ts';
import { stake } from './modes/stake.ts';
import { transfer } from './modes/transfer.ts';
import { transferToken } from './modes/transfer-token.ts';
import { unstake } from './modes/unstake.ts';
import { withdraw } from './modes/withdraw.ts';
import { starknetOptionsSchema } from './options.ts';
import { readAccountState } from './read/account.ts';
import { readToken } from './read/token.ts';
import { readTransaction } from './read/transaction.ts';
import { submit } from './submit.ts';
import type { Starknet } from './types.ts';
import { nodeGuard } from './upstream/guard.ts';

/** The Starknet family: wired from the verbs beside this file. */
export const starknetFamily: ChainFamily<Starknet> = {
  name: 'starknet',
  chainIds: starknetChainIds,
  optionsSchema: starknetOptionsSchema,
  upstreams: {
    // Providers take batches of 20 calls. Where they take fewer, the client learns it from their refusal.
    node: { isDefault: true, isNode: true, guard: nodeGuard, maxBatch: 20 },
    // An index does not say which chain it serves.
    voyager: {},
  },
  publicEndpoints,
  context: contextOf,
  bytes: bytesOf,
  open,
};

function open({ bytes, context, options, upstream }: OpenParts<Starknet>): ChainAdapter<Starknet> {
  const { chain } = context;
  return {
    bytes,
    upstream,
    modes: {
      deployAccount: deployAccount(context, options),
      transfer: transfer(context, options),
      transferToken: transferToken(context, options),
      stake: stake(context),
      unstake: unstake(context),
      withdraw: withdraw(context),
      claimRewards: claimRewards(context),
    },
    memo: false,
    submit: (signed, plan, operation) => submit(context, signed, plan, operation),
    reads: {
      accountState: {
        parts: ['native', 'tokens'],
        read: (account, wanted, operation) => readAccountState(context, options, account, wanted, operation),
      },
      token: { read: (id, operation) => readToken(context, options, id, operation) },
      transaction: {
        parts: ['native', 'tokens', 'staking'],
        read: (id, operation) => readTransaction(context, options, id as FeltHex, operation),
      },
      addresses(publicKey) {
        const key = bytes.identifiers.publicKey(publicKey);
        if (!key.ok) return { invalid: key.reason };
        const [first = 'argent-0.4.0', ...others] = deployableClasses.toSorted(
          (a, b) => Number(b === options.accountClass) - Number(a === options.accountClass),
        );
        // Clients look for the first one by this name.
        return [
          { type: 'argentx', address: deploymentOf(first, key.value).address },
          ...others.map((each) => ({ type: each, address: deploymentOf(each, key.value).address })),
        ];
      },
    },
    facts: { explorer: chain.explorer },
  };
}
