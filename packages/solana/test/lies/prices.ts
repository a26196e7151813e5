import type { Price } from '@isochain/conformance';

/** What fees follow from: ten times as much is refused, or warned of. */
export const prices: readonly Price[] = [
  { field: 'simulateTransaction.value.fee', scenes: ['transfer', 'maximum', 'tokens', 'stake', 'withdraw'] },
  { field: 'getRecentPrioritizationFees[].prioritizationFee', scenes: ['tokens with much gas'] },
];
