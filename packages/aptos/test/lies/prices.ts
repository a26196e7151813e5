import type { Price } from '@isochain/conformance';

/** What fees follow from: ten times as much is refused, or warned of. */
export const prices: readonly Price[] = [
  {
    field: 'prices.gas_estimate',
    scenes: ['transfer', 'maximum', 'orderless transfer', 'dollars', 'stake', 'unstake'],
  },
  { field: 'prices.deprioritized_gas_estimate', scenes: ['transfer'] },
  { field: 'simulation[].gas_used', scenes: ['stake', 'unstake'] },
];
