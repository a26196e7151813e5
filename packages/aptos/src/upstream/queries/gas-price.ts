import * as z from 'zod';
import { u64 } from '../fields.ts';
import { nodeQuery, type Query } from '../query.ts';

/** Prices of a gas unit, in octas. */
export interface GasPrices {
  /** What gets into one of the next blocks. */
  readonly usual: bigint;
  /** The lowest that nodes pass on at present. */
  readonly lowest: bigint;
}

/** What a node recommends. */
export const gasPrices: Query<GasPrices> = nodeQuery({
  path: '/estimate_gas_price',
  schema: z.object({ gas_estimate: u64, deprioritized_gas_estimate: u64.optional() }),
  read: ({ gas_estimate: usual, deprioritized_gas_estimate: lowest = usual }) => ({ usual, lowest }),
});
