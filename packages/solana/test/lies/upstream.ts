import type { LieScene } from '@isochain/conformance';
import type { Family } from '@isochain/core';
import { solana } from '../../src/index.ts';
import type { SolanaOptions } from '../../src/options.ts';
import { someAddress } from '../addresses.ts';
import { accountsOf, atSlot, type Script, type SentCall, scriptedFetch } from '../scripted-node.ts';
import { dataOf } from './account-data.ts';
import * as world from './world.ts';
import { account, accounts, ended, programs, sol, staked, validator } from './world.ts';

// A node that tells the truth, over which scenes are played.

export const slot = Number(world.epoch) * 432_000 + 200_000;
/** Some slots have no block. */
export const height = slot - 20_000_000;

const answered = (value: unknown) => ({ ...(atSlot(value) as object), context: { apiVersion: '4.0.1', slot } });
const keyed = (addresses: readonly string[]) => addresses.map((pubkey) => ({ pubkey, account: accounts[pubkey] }));

/** The sender's token accounts, by mint and by program. */
const own: Readonly<Record<string, readonly string[]>> = {
  [world.gold]: [world.senderGold, world.otherGold],
  [world.cent]: [world.senderCent],
  [programs.token]: [world.senderGold, world.otherGold],
  [programs.token2022]: [world.senderCent],
};

/** The part of the data that is asked for. */
function sliced(accountsFound: ReturnType<typeof keyed>, [, , config]: SentCall['params']) {
  const { dataSlice } = config as { dataSlice?: { offset: number; length: number } };
  if (dataSlice === undefined) return accountsFound;
  return accountsFound.map(({ pubkey, account: found }) => {
    const { data, ...head } = found as { data: [string, string] };
    const bytes = Buffer.from(data[0], 'base64').subarray(dataSlice.offset, dataSlice.offset + dataSlice.length);
    return { pubkey, account: { ...head, data: [bytes.toString('base64'), 'base64'] } };
  });
}

const node = someAddress(2, 21);
const vote = (votePubkey: string, nodePubkey: string, activatedStake: bigint) => ({
  ...{ votePubkey, nodePubkey, activatedStake, commission: 5, inflationRewardsCommissionBps: 500 },
  ...{ epochVoteAccount: true, lastVote: slot, rootSlot: slot - 32 },
});
const voters = [
  vote(validator, node, 9_000_000n * sol),
  vote(someAddress(3, 21), someAddress(4, 21), 5_000_000n * sol),
];

const validatorInfo = {
  pubkey: someAddress(5, 21),
  account: account(
    programs.config,
    dataOf('validatorInfo', {
      ...{ keys: 2, type: 'Va1idator1nfo111111111111111111111111111111', node, isNodeSigner: 1 },
      json: '{"name":"Lion"}',
    }),
  ),
};

/** Answers that no test changed. */
const usual: Script = {
  getMultipleAccounts: (params) => ({
    ...(accountsOf(accounts)?.(params) as object),
    context: { apiVersion: '4.0.1', slot },
  }),
  getAccountInfo: ([key]) => answered(accounts[key as string] ?? null),
  getLatestBlockhash: () => answered({ blockhash: world.blockhash, lastValidBlockHeight: height + 150 }),
  getRecentPerformanceSamples: () => [{ slot, numSlots: 150, samplePeriodSecs: 60, numTransactions: 1 }],
  getRecentPrioritizationFees: () =>
    [0, 2_000, 1_000, 3_000].map((prioritizationFee, i) => ({ slot: slot - i, prioritizationFee })),
  getTokenAccountsByOwner: (params) => {
    const { mint, programId } = params[1] as { mint?: string; programId?: string };
    return answered(sliced(keyed(own[mint ?? programId ?? ''] ?? []), params));
  },
  getStakeMinimumDelegation: () => answered(sol),
  getVoteAccounts: ([{ votePubkey }]) =>
    votePubkey === undefined ? { current: voters, delinquent: [] } : { current: voters.slice(0, 1), delinquent: [] },
  getProgramAccounts: ([program]) => (program === programs.stake ? keyed([staked, ended]) : [validatorInfo]),
  simulateTransaction: () => answered({ err: null, logs: [], unitsConsumed: 300, fee: 5_000 }),
  getSlot: () => slot,
  getBlockHeight: () => height,
  getBlockTime: () => 1_779_800_000,
};

export interface Where {
  /** Changes of the node's usual answers. */
  readonly script?: Script;
  readonly options?: SolanaOptions;
}

const family: Family = solana;

/** Something that a client does over an upstream that tells the truth. */
export function scene(name: string, { script = {}, options = {} }: Where, run: LieScene['run']): LieScene {
  return {
    name,
    upstream: () => ({
      endpoints: [{ url: 'https://node0.test', name: 'node', maxBatch: 50 }],
      fetch: scriptedFetch([{ ...usual, ...script }]),
    }),
    connect: ({ endpoints, fetch }) => family.connect('solana', { endpoints, fetch, now: () => world.now, ...options }),
    run,
  };
}
