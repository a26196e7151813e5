/** How far the clock of an endpoint may be ahead of ours and still counts, in milliseconds. The check of blocks refuses more. */
const mostAheadMs = 2 * 3_600_000;

/**
 * The time by which messages expire. Wallets compare `valid_until` with the time of the block, so a clock of ours that is slow would make messages that
 * expire too early. A clock that is fast does no harm: the message only lives a little longer.
 */
export interface ChainClock {
  /**
   * Takes the time of an endpoint's latest block.
   *
   * @param latestAt - Milliseconds since 1970.
   */
  see(latestAt: number): void;
  /** Unix time in seconds: ours, or that of the latest block seen if it is ahead. */
  seconds(): number;
}

/** @param now - Milliseconds since 1970. */
export function createChainClock(now: () => number): ChainClock {
  // Only the last block counts, so that an endpoint that lies is forgotten as soon as another one tells the time.
  let aheadMs = 0;
  return {
    see(latestAt) {
      const ms = latestAt - now();
      aheadMs = ms > 0 && ms <= mostAheadMs ? ms : 0;
    },
    seconds: () => Math.floor((now() + aheadMs) / 1000),
  };
}
