import type { AccountFacts, Unfreezing } from '../upstream/queries/accounts.ts';
import type { Block } from '../upstream/queries/blocks.ts';

/** Unfrozen coins that can be withdrawn, and those that cannot yet, by the chain's own time. */
export function sortUnfreezing(
  { unfreezing }: Pick<AccountFacts, 'unfreezing'>,
  { timestamp }: Pick<Block, 'timestamp'>,
) {
  return {
    due: unfreezing.filter(({ endsAt }) => endsAt <= timestamp),
    waiting: unfreezing.filter(({ endsAt }) => endsAt > timestamp),
  };
}

/** Sun. */
export function sumOf(unfreezing: readonly Pick<Unfreezing, 'amount'>[]): bigint {
  return unfreezing.reduce((sum, { amount }) => sum + amount, 0n);
}

/** When the first of them can be withdrawn, in milliseconds since 1970. */
export function firstOf(unfreezing: readonly Unfreezing[]): number {
  return Math.min(...unfreezing.map(({ endsAt }) => endsAt));
}
