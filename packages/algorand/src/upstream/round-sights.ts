import { highestAfter, mostApart } from './latest-round.ts';

// A transaction begins with the latest round of the node that is asked. If that node lies, the transaction waits, and may be carried out beside one that is encoded
// in its place. So the round is compared with those of other nodes. They are asked seldom (look-at-rounds.ts): rounds take at least 2.5 seconds, so an older answer
// bounds them, too.

/** How long an answer bounds the rounds, in milliseconds. Meanwhile the bound rises some 25 rounds above the truth, or a minute. */
const lifetimeMs = 600_000;

/** What nodes told of the latest round. */
export interface RoundSights {
  /** @param ageMs - Milliseconds since the node saw that round. */
  saw(endpoint: string, round: bigint, ageMs: number): void;
  /** Whether the endpoint told its round in the last ten minutes. */
  isFresh(endpoint: string): boolean;
  /** The network cannot be above this round now: by the middle one of the answers, or the lower one of two. Undefined if no node told a round lately. */
  highest(): bigint | undefined;
}

/** @param now - Milliseconds since 1970. */
export function createRoundSights(now: () => number): RoundSights {
  const sights = new Map<string, { readonly round: bigint; readonly madeAt: number; readonly seenAt: number }>();
  const isFresh = (endpoint: string) => now() - (sights.get(endpoint)?.seenAt ?? Number.NEGATIVE_INFINITY) < lifetimeMs;
  return {
    isFresh,
    saw(endpoint, round, ageMs) {
      sights.set(endpoint, { round, madeAt: now() - ageMs, seenAt: now() });
    },
    highest() {
      const bounds = [...sights]
        .filter(([endpoint]) => isFresh(endpoint))
        .map(([, { round, madeAt }]) => highestAfter(round, now() - madeAt) + mostApart)
        .toSorted((a, b) => (a < b ? -1 : 1));
      return bounds[Math.floor((bounds.length - 1) / 2)];
    },
  };
}
