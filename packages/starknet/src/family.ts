import type { ChainAdapter, ChainFamily, OpenParts, PartedRead } from '@isochain/core';
import type { Upstream } from '@isochain/core/upstream';
import { deployableClasses, deploymentOf } from './account/derive.ts';
import type { Address } from './address/address.ts';
import { bytesOf } from './bytes/index.ts';
import { publicEndpoints, starknetChainIds } from './chains.ts';
import { contextOf } from './context.ts';
import type { FeltHex } from './felt.ts';
import { claimRewards } from './modes/claim-rewards.ts';
import { deployAccount } from './modes/deploy-account.ts';
import { stake } from './modes/stake.ts';
import { transfer } from './modes/transfer.ts';
import { transferToken } from './modes/transfer-token.ts';
import { unstake } from './modes/unstake.ts';
import { withdraw } from './modes/withdraw.ts';
import { type StarknetKind, type StarknetOptions, starknetOptionsSchema } from './options.ts';
import { readAccountState } from './read/account.ts';
import { readHistory } from './read/history.ts';
import { readToken } from './read/token.ts';
import { readTransaction } from './read/transaction.ts';
import { readValidators } from './read/validators.ts';
import { confirmPools } from './staking/confirm-pools.ts';
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
    confirm: (data, operation) => confirmPools(context, data, operation),
    reads: {
      accountState: {
        parts: ['native', 'tokens', 'staking'],
        read: (account, wanted, operation) => readAccountState(context, options, account, wanted, operation),
      },
      token: { read: (id, operation) => readToken(context, options, id, operation) },
      history: {
        parts: ['native', 'tokens', 'staking'],
        needs: historyNeeds(options),
        // Core has checked the account.
        read: (account, page, operation) => readHistory(context, options, account as Address, page, operation),
      },
      transaction: {
        parts: ['native', 'tokens', 'staking'],
        read: (id, operation) => readTransaction(context, options, id as FeltHex, operation),
      },
      validators: { read: (page, operation) => readValidators(context, page, operation) },
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
    hints: hintsOf(options, upstream),
  };
}

/** What of histories only the index tells. Events tell all stakes, but not all coins and tokens: see read/history-events.ts. */
function historyNeeds({
  historyFromEvents,
  historyScanBlocks,
}: StarknetOptions): NonNullable<PartedRead<StarknetKind>['needs']> {
  if (historyScanBlocks !== undefined) return {};
  const index = ['voyager'] as const;
  const coins = { native: index, tokens: index };
  return historyFromEvents === false ? { ...coins, staking: index } : coins;
}

function hintsOf({ historyScanBlocks }: StarknetOptions, { endpoints }: Upstream): readonly string[] {
  if (historyScanBlocks !== undefined || endpoints.some(({ kind }) => kind === 'voyager')) return [];
  return [
    'An endpoint of kind voyager (https://api.voyager.online/beta, header x-api-key) completes histories. Without one, they are made of events, which do not tell all payments.',
  ];
}
