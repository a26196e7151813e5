import { RejectedAnswer, StandingStill } from './attempt-failure.ts';

// A node of a chain that stands still answers as if all were well: balances look real, and it takes transactions that are never mined. Only the
// time of its latest block shows it.

/** The limit is never shorter: clocks differ, and networks pause for some minutes. */
const leastOldestMs = 600_000;
/** Blocks that may be missing in a row. */
const missingBlocks = 100;
/**
 * How far a block may be ahead of our clock. Bitcoin's nodes take blocks of up to two hours ahead (MAX_FUTURE_BLOCK_TIME in Bitcoin Core's
 * src/chain.h), and other chains allow less.
 */
const mostAheadMs = 2 * 3_600_000;

/** Checks the age of latest blocks. */
export interface BlockAge {
  /** In milliseconds. 0 if nothing is checked. */
  readonly oldestMs: number;
  /**
   * Checks the time of an endpoint's latest block. Call it in `accept` hooks.
   *
   * @param latestAt - Milliseconds since 1970.
   * @throws StandingStill if the block is too old. RejectedAnswer if the time is impossible: 0 (the answer of a node without blocks), negative, or
   *   more than two hours ahead.
   */
  check(latestAt: number): void;
  /**
   * True if a block was seen that is not too old yet. The chain moves then, because its latest block is that one or a newer one. Also true if nothing
   * is checked.
   */
  isMoving(): boolean;
}

export interface BlockAgeOptions {
  /** How often the chain makes a block, in milliseconds. */
  readonly blockTimeMs: number;
  /** `ConnectOptions.oldestBlockMs`. By default ten minutes or a hundred blocks, whichever is longer. 0 switches the check off. */
  readonly oldestBlockMs?: number | undefined;
  /** Milliseconds since 1970. Defaults to `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** Made once for an opened chain. */
export function createBlockAge({ blockTimeMs, oldestBlockMs, now = Date.now }: BlockAgeOptions): BlockAge {
  const oldestMs = oldestBlockMs ?? Math.max(leastOldestMs, missingBlocks * blockTimeMs);
  let newestAt = Number.NEGATIVE_INFINITY;
  return {
    oldestMs,
    check(latestAt) {
      if (oldestMs === 0) return;
      if (!(latestAt > 0)) throw new RejectedAnswer('it tells no time of its latest block');
      const ageMs = now() - latestAt;
      if (ageMs < -mostAheadMs) throw new RejectedAnswer('its latest block is of the future');
      if (ageMs > oldestMs) throw new StandingStill(latestAt);
      newestAt = Math.max(newestAt, Math.min(latestAt, now()));
    },
    isMoving: () => oldestMs === 0 || now() - newestAt <= oldestMs,
  };
}
