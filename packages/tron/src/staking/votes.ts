import type { Address } from '../address/address.ts';
import type { Vote } from '../bytes/contracts.ts';
import { sunOfVote } from '../bytes/plan.ts';

/** The most super representatives that an account can vote for at once (MAX_VOTE_NUMBER of tronprotocol/java-tron). */
export const mostVotes = 30;

export function votesIn(votes: readonly Vote[]): bigint {
  return votes.reduce((sum, { count }) => sum + count, 0n);
}

export function votesFor(votes: readonly Vote[], address: Address): bigint {
  return votesIn(votes.filter((vote) => vote.address === address));
}

/**
 * The votes with more, or fewer, for one super representative. Those that become 0 are left out: the chain takes no vote of 0. An account may have several
 * rows for one super representative, which become one.
 */
export function changeVotes(votes: readonly Vote[], address: Address, by: bigint): readonly Vote[] {
  const counts = new Map<Address, bigint>();
  const add = (to: Address, count: bigint) => counts.set(to, (counts.get(to) ?? 0n) + count);
  for (const vote of votes) add(vote.address, vote.count);
  add(address, by);
  return [...counts].map(([to, count]) => ({ address: to, count })).filter(({ count }) => count > 0n);
}

/**
 * The votes that stay when coins are unfrozen. Coins without a vote go first. Then all votes shrink alike, and those that become 0 vanish. The chain
 * computes this in floating point (UnfreezeBalanceV2Actuator.updateVote of tronprotocol/java-tron): the same steps give the same votes.
 *
 * @param left - Sun that still give votes.
 */
export function shrinkVotes(votes: readonly Vote[], left: bigint): readonly Vote[] {
  const total = votesIn(votes);
  if (left >= total * sunOfVote) return votes;
  return votes
    .map(({ address, count }) => {
      const kept = ((Number(count) / Number(total)) * Number(left)) / Number(sunOfVote);
      return { address, count: BigInt(Math.trunc(kept)) };
    })
    .filter(({ count }) => count > 0n);
}
