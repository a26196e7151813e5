import type { Price } from '@isochain/conformance';

/** What fees follow from: ten times as much is refused, or warned of. */
export const prices: readonly Price[] = [
  { field: 'starknet_estimateFee[].l2_gas_consumed', scenes: ['transfer', 'maximum', 'deployment', 'tokens', 'stake'] },
  { field: 'starknet_estimateFee[].l2_gas_price', scenes: ['transfer', 'deployment', 'unstake'] },
  { field: 'starknet_getBlockWithTxHashes.l2_gas_price.price_in_fri', scenes: ['transfer', 'deployment', 'claim'] },
];
