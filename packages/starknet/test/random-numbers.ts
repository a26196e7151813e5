import { turns } from '@isochain/dial';
import fc from 'fast-check';

/** How many random transactions are compared. */
export const runs = turns(1_000);

/** Addresses that are believed: not too low. */
export const address: fc.Arbitrary<bigint> = fc.bigInt(2n ** 224n, 2n ** 251n - 257n);

const bound = fc.tuple(fc.bigInt(0n, 2n ** 64n - 1n), fc.bigInt(0n, 2n ** 128n - 1n));

/** Tip and bounds of a transaction. */
export const numbers = fc.record({ tip: fc.bigInt(0n, 2n ** 64n - 1n), bounds: fc.tuple(bound, bound, bound) });
