import type { Price } from '@isochain/conformance';

// The true price is a fifth of what is offered at least, so ten times as much is twice that.
const highest = () => '0.25';
/** Ten times 0.38 HASH. */
const flat = () => '3800000000';

/** What fees follow from: ten times as much is refused, or warned of. */
export const prices: readonly Price[] = [
  { field: 'GET /feemarket/v1/gas_price/uatom.price.amount', scenes: ['transfer'], tell: highest },
  {
    field: 'POST /provenance/tx/v1/calculate_flat_fee.total_fees[].amount',
    scenes: ['transfer on provenance'],
    tell: flat,
  },
  {
    field: 'POST /cosmos/tx/v1beta1/simulate.gas_info.gas_used',
    scenes: ['transfer', 'maximum on osmosis', 'transfer on injective', 'stake on babylon', 'unstake on babylon'],
  },
];
