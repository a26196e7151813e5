import type { Price } from '@isochain/conformance';

/** What fees follow from: ten times as much is refused, or warned of. */
export const prices: readonly Price[] = [
  { field: 'params.min-fee', scenes: ['transfer', 'maximum', 'rekeyed', 'token', 'opting in', 'unstake'] },
  // A byte costs nothing while blocks have room.
  { field: 'params.fee', scenes: ['transfer', 'maximum', 'token'], tell: () => 17 },
];
