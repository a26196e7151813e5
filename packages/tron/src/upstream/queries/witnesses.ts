import { RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { address, amount, fitting } from '../fields.ts';
import { nodeQuery, type Query } from '../query.ts';

/** A super representative, a partner, or a candidate: an account that others can vote for. */
export interface Witness {
  readonly address: Address;
  /** One for each coin that is staked with it. */
  readonly votes: bigint;
  /** What it says of itself. Not checked by anybody. */
  readonly url: string;
}

/** How many of them share the rewards: 27 super representatives, and partners up to here (WITNESS_STANDBY_LENGTH of tronprotocol/java-tron). */
export const rewardedWitnesses = 127;

/** What a candidate says of itself may be anything. One that does not fit is left out. */
const schema = z.object({
  witnesses: fitting(z.object({ address, voteCount: amount, url: z.string().nullish().catch(undefined) })),
});

/** All of them, most votes first. The votes are those of the last maintenance, which decide who earns rewards. */
export const countedWitnesses: Query<readonly Witness[]> = nodeQuery({
  path: '/wallet/listwitnesses',
  schema,
  read: readList,
});

/**
 * Those that share the rewards, most votes first, with the votes of now. Nodes below version 4.8.2 of tronprotocol/java-tron do not know the
 * question, and all refuse it while they are in maintenance.
 */
export const liveWitnesses: Query<readonly Witness[]> = nodeQuery({
  path: '/wallet/getpaginatednowwitnesslist',
  body: { offset: 0, limit: rewardedWitnesses, visible: false },
  schema,
  read: readList,
});

function readList({ witnesses }: z.output<typeof schema>): readonly Witness[] {
  if (witnesses.length === 0) throw new RejectedAnswer('it lists no super representatives');
  if (new Set(witnesses.map((each) => each.address)).size < witnesses.length) {
    throw new RejectedAnswer('it lists a super representative twice');
  }
  return witnesses
    .map(({ address: of, voteCount, url }) => ({ address: of, votes: voteCount, url: url ?? '' }))
    .toSorted((a, b) => (a.votes === b.votes ? 0 : a.votes > b.votes ? -1 : 1));
}

/** The share of rewards that a super representative keeps, as a fraction of 1. Nodes answer the default for any other address. */
export function brokerage(of: Address): Query<number> {
  return brokerageQuery(of, share);
}

/** The same to be shown. Undefined if it does not fit. */
export function shownBrokerage(of: Address): Query<number | undefined> {
  return brokerageQuery(of, share.optional().catch(undefined));
}

/** Hundredths. */
const share = z
  .int()
  .min(0)
  .max(100)
  .transform((percent) => percent / 100);

function brokerageQuery<T extends number | undefined>(of: Address, schema: z.ZodType<T>): Query<T> {
  return nodeQuery({
    path: '/wallet/getBrokerage',
    body: { address: of, visible: false },
    schema: z.object({ brokerage: schema }) as unknown as z.ZodType<{ readonly brokerage: T }>,
    read: (raw) => raw.brokerage,
  });
}

/** What a claim pays to an account now, in sun: rewards of votes, and of blocks. */
export function reward(of: Address): Query<bigint> {
  return nodeQuery({
    path: '/wallet/getReward',
    body: { address: of, visible: false },
    schema: z.object({ reward: amount }),
    read: (raw) => raw.reward,
  });
}
