import { highestAfter, mostApart } from './latest-round.ts';

// A transaction begins with the latest round of the node that is asked. If that node lies, the transaction waits, and may be carried out beside one that is encoded
// in its place. So the round is compared with those of other nodes. They are asked seldom (look-at-rounds.ts): rounds take at least 2.5 seconds, so an older answer
// bounds them, too.

/** How long an answer bounds the rounds, in milliseconds. Meanwhile the bound rises some 25 rounds above the truth, or a minute. */
const lifetimeMs = 600_000;

/** Long enough for a new connection to a node that is well, also from the other side of the world. Without its answer, a single node is believed. */
const patienceMs = 2_000;

/** How long a node that does not answer is left alone, in milliseconds. */
const pauseMs = 60_000;

/** What nodes told of the latest round. */
export interface RoundSights {
  /** How long an encode waits for the answers of other nodes, in milliseconds. */
  readonly patienceMs: number;
  /**
   * Whether a node has to be asked, because it told no round in the last ten minutes. One that was asked without success is left alone for a minute. But an
   * encode that begins while the first one still waits for it waits, too.
   */
  isWanted(endpoint: string): boolean;
  /** The node is asked now. */
  asks(endpoint: string): void;
  /** @param ageMs - Milliseconds since the node saw that round. */
  saw(endpoint: string, round: bigint, ageMs: number): void;
  /** The network cannot be above this round now: by the middle one of the answers, or the lower one of two. Undefined if no node told a round lately. */
  highest(): bigint | undefined;
}

/** @param now - Milliseconds since 1970. */
export function createRoundSights(now: () => number): RoundSights {
  const sights = new Map<string, { readonly round: bigint; readonly madeAt: number; readonly seenAt: number }>();
  const isFresh = (endpoint: string) => now() - (sights.get(endpoint)?.seenAt ?? Number.NEGATIVE_INFINITY) < lifetimeMs;
  const askedAt = new Map<string, number>();
  return {
    patienceMs,
    isWanted(endpoint) {
      const waitedMs = now() - (askedAt.get(endpoint) ?? Number.NEGATIVE_INFINITY);
      return !isFresh(endpoint) && (waitedMs < patienceMs || waitedMs >= pauseMs);
    },
    asks(endpoint) {
      // Who comes later does not make it longer.
      if (now() - (askedAt.get(endpoint) ?? Number.NEGATIVE_INFINITY) >= pauseMs) askedAt.set(endpoint, now());
    },
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
