import * as z from 'zod';
import { decimalUnit } from '../../decimal.ts';
import { amount, coin, decimal, uint64 } from './fields.ts';

// Prices of gas, by fee model: what a unit of gas costs in the smallest unit, in units of 10^-18.

/** `GET /feemarket/v1/gas_price/{denom}` (skip-mev/feemarket) */
export const feemarketPrice = z
  .object({ price: z.object({ denom: z.string(), amount: decimal }) })
  .transform(({ price }) => ({ denom: price.denom, price: price.amount }));

/** `GET /osmosis/txfees/v1beta1/cur_eip_base_fee`, which Injective answers too, and `GET /injective/txfees/v1beta1/cur_eip_base_fee`. */
export const eipBaseFee = z
  .object({ base_fee: z.union([decimal, z.object({ base_fee: decimal }).transform((found) => found.base_fee)]) })
  .transform((found) => found.base_fee);

/** `GET /celestia/minfee/v1/min_gas_price` (celestia-app proto/celestia/minfee/v1/query.proto) */
export const minimumGasPrice = z
  .object({ network_min_gas_price: decimal })
  .transform((found) => found.network_min_gas_price);

/** `GET /ethermint/feemarket/v1/base_fee` (evmos/ethermint proto/ethermint/feemarket/v1/query.proto). Null if the chain has no base fee. */
export const ethermintBaseFee = z
  .object({ base_fee: amount.nullish() })
  .transform(({ base_fee }) => (base_fee ?? 0n) * decimalUnit);

/** `GET /ethermint/feemarket/v1/params` */
export const ethermintParams = z
  .object({ params: z.object({ min_gas_price: decimal }) })
  .transform(({ params }) => params.min_gas_price);

/** `POST /provenance/tx/v1/calculate_flat_fee` (provenance-io/provenance proto/provenance/flatfees/v1/query.proto): what messages cost, whatever their gas. */
export const flatFee = z
  .object({ total_fees: z.array(coin), estimated_gas: uint64 })
  .transform((found) => ({ fees: found.total_fees, gasUsed: found.estimated_gas }));

/** `GET /injective/txfees/v1beta1/params` */
export const injectiveFeeParams = z
  .object({ params: z.object({ max_gas_wanted_per_tx: uint64, min_gas_price: decimal }) })
  .transform(({ params }) => ({ maxGas: params.max_gas_wanted_per_tx, minPrice: params.min_gas_price }));
