import * as z from 'zod';
import { amount, coin, isDistinct, nextKey } from './fields.ts';

/** `GET /cosmos/bank/v1beta1/spendable_balances/{address}/by_denom` and `.../balances/{address}/by_denom`. */
export const oneBalance = z.object({ balance: coin }).transform(({ balance }) => balance);

/** `GET /cosmos/bank/v1beta1/supply/by_denom`: the supply of a denomination. */
export const oneSupply = z.object({ amount: coin }).transform(({ amount }) => amount);

/** `GET /cosmos/bank/v1beta1/spendable_balances/{address}` and `.../balances/{address}`: one page. */
export const balances = z
  .object({
    balances: z.array(coin).refine((items) => isDistinct(items.map(({ denom }) => denom))),
    pagination: nextKey,
  })
  .transform(({ balances: found, pagination }) => ({ items: found, nextKey: pagination }));

/** What the chain calls a denomination. */
export interface DenomMetadata {
  readonly base: string;
  readonly name: string;
  readonly symbol: string;
  /** The unit that amounts are shown in. */
  readonly display: string;
  readonly units: readonly { readonly denom: string; readonly exponent: bigint }[];
}

/** `GET /cosmos/bank/v1beta1/denoms_metadata_by_query_string` and `.../denoms_metadata/{denom}`. Name and symbol came with cosmos-sdk 0.43. */
export const denomMetadata: z.ZodType<DenomMetadata> = z
  .object({
    metadata: z.object({
      base: z.string(),
      name: z.string().default(''),
      symbol: z.string().default(''),
      display: z.string().default(''),
      denom_units: z.array(z.object({ denom: z.string(), exponent: amount.default(0n) })).default([]),
    }),
  })
  .transform(({ metadata: { denom_units: units, ...rest } }) => ({ ...rest, units }));
