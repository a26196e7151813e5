import type { Price } from '@isochain/conformance';

// While ledgers have room no bid is above 0.001 XLM, which most transactions offer.

/** What fees follow from: ten times as much is refused, or warned of. */
export const prices: readonly Price[] = [
  { field: 'fees.fee_charged.p99', scenes: ['transfer while ledgers are full'] },
  { field: 'ledger._embedded.records[].base_fee_in_stroops', scenes: ['transfer'], tell: () => 1_000_001 },
];
