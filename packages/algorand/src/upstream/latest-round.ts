import { RejectedAnswer } from '@isochain/core/upstream';

/**
 * Rewards of blocks began on the main network with round 46,512,890. Nodes that know them were released on 10 January 2025 (algorand/go-algorand, tag v4.0.1-stable),
 * so that round was made later.
 */
const known = { round: 46_512_890n, notBeforeMs: Date.UTC(2025, 0, 10) };

/** Rounds take no less, in milliseconds (go-algorand, agreement/dynamicFilterTimeoutParams.go: dynamicFilterTimeoutLowerBound). They take about 2,800. */
const shortestRoundMs = 2_500;

/**
 * No round of the network is higher at that time. A node that tells a far higher one would make transactions that become valid much later, when their sender has
 * long encoded others in their place. This leaves room for about a tenth of the time since 2025. Where there are several nodes, less is left (round-sights.ts).
 *
 * @param now - Milliseconds since 1970.
 */
export function highestRound(now: number): bigint {
  return highestAfter(known.round, Math.max(0, now - known.notBeforeMs));
}

/** The network cannot be further than this when so many milliseconds have passed since a round was made. */
export function highestAfter(round: bigint, passedMs: number): bigint {
  return round + BigInt(Math.ceil(passedMs / shortestRoundMs));
}

/** How many rounds apart honest answers may be: nodes are not equally fast, and there may be several behind one endpoint. About a minute. */
export const mostApart = 20n;

/**
 * The latest round by several answers of one endpoint: the lowest, because a transaction that is valid from there on is valid everywhere.
 *
 * @param rounds - What each answer tells. At least one.
 * @param now - Milliseconds since 1970.
 * @throws RejectedAnswer if they contradict each other, or cannot be true.
 */
export function latestRound(rounds: readonly bigint[], now: number): bigint {
  const [lowest = 0n] = rounds.toSorted((a, b) => (a < b ? -1 : 1));
  if (lowest === 0n) throw new RejectedAnswer('it has no rounds');
  if (rounds.some((round) => round > highestRound(now))) throw new RejectedAnswer('it tells a round of the far future');
  if (rounds.some((round) => round - lowest > mostApart))
    throw new RejectedAnswer('it tells rounds that contradict each other');
  return lowest;
}
