import type { Price } from '@isochain/conformance';

/** What fees follow from: ten times as much is refused, or warned of. */
export const prices: readonly Price[] = [
  { field: 'GET /fee-estimates.3', scenes: ['transfer', 'two coins', 'taproot', 'withdraw'] },
  { field: 'GET /v1/fees/precise.halfHourFee', scenes: ['precise fees'] },
  { field: 'GET /api/v2/estimatefee/:id.result', scenes: ['blockbook'] },
  { field: 'estimatesmartfee.feerate', scenes: ['node'] },
];
