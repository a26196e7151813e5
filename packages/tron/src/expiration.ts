import type { TronContext } from './context.ts';
import type { Block } from './upstream/queries/blocks.ts';

/** By default a transaction can be sent for ten minutes from the latest block on. Most nodes and the hosted services of this interface do the same. */
const usualLifetimeMs = 600_000;

/**
 * How far the latest block may be ahead of our clock and still counts. Blocks are at most seconds ahead of the true time. A clock of ours that is slow by
 * less than this still makes transactions that live for ten minutes.
 */
const mostAheadMs = 300_000;

/**
 * When a transaction ends by default. An endpoint that lies about its latest block cannot make a transaction live for hours: it counts for five minutes
 * ahead of our clock at most. Development chains without a check of their blocks may have any time.
 *
 * @returns Milliseconds since 1970.
 */
export function usualExpiration({ blockAge, now }: Pick<TronContext, 'blockAge' | 'now'>, head: Block): number {
  const latestAt = blockAge.oldestMs === 0 ? head.timestamp : Math.min(head.timestamp, now() + mostAheadMs);
  return latestAt + usualLifetimeMs;
}
