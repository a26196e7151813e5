import * as z from 'zod';
import { decimal, uint64 } from './fields.ts';

// Prices of gas, by fee model: what a unit of gas costs in the smallest unit, in units of 10^-18.

/** `GET /feemarket/v1/gas_price/{denom}` (skip-mev/feemarket) */
export const feemarketPrice = z
  .object({ price: z.object({ denom: z.string(), amount: decimal }) })
  .transform(({ price }) => ({ denom: price.denom, price: price.amount }));

/** `GET /osmosis/txfees/v1beta1/cur_eip_base_fee`, which Injective answers too, and `GET /injective/txfees/v1beta1/cur_eip_base_fee`. */
export const eipBaseFee = z
  .object({ base_fee: z.union([decimal, z.object({ base_fee: decimal }).transform((found) => found.base_fee)]) })
  .transform((found) => found.base_fee);

/** `GET /injective/txfees/v1beta1/params` */
export const injectiveFeeParams = z
  .object({ params: z.object({ max_gas_wanted_per_tx: uint64, min_gas_price: decimal }) })
  .transform(({ params }) => ({ maxGas: params.max_gas_wanted_per_tx, minPrice: params.min_gas_price }));
