import * as z from 'zod';
import { amount, coin, isDistinct, nextKey, someOf } from './fields.ts';

/** `GET /cosmos/bank/v1beta1/spendable_balances/{address}/by_denom` and `.../balances/{address}/by_denom`. */
export const oneBalance = z.object({ balance: coin }).transform(({ balance }) => balance);

/** `GET /cosmos/bank/v1beta1/supply/by_denom`: the supply of a denomination. */
export const oneSupply = z.object({ amount: coin }).transform(({ amount }) => amount);

/** `GET /cosmos/bank/v1beta1/spendable_balances/{address}` and `.../balances/{address}`: one page. */
export const balances = z
  .object({
    balances: someOf(coin).refine(({ items }) => isDistinct(items.map(({ denom }) => denom))),
    pagination: nextKey,
  })
  .transform(({ balances: found, pagination }) => ({ ...found, nextKey: pagination }));

/** What the chain calls a denomination. */
export interface DenomMetadata {
  readonly base: string;
  readonly name: string;
  readonly symbol: string;
  /** The unit that amounts are shown in. Empty if there is none. Undefined if it cannot be read. */
  readonly display: string | undefined;
  readonly units: readonly { readonly denom: string; readonly exponent: bigint }[];
}

/** What makers of tokens write. Parts that do not fit are as if they were not there. */
const words = z.string().catch('');

function displayOf(told: unknown): string | undefined {
  const name = told ?? '';
  return typeof name === 'string' ? name : undefined;
}

/** `GET /cosmos/bank/v1beta1/denoms_metadata_by_query_string` and `.../denoms_metadata/{denom}`. Name and symbol came with cosmos-sdk 0.43. */
export const denomMetadata: z.ZodType<DenomMetadata> = z
  .object({
    metadata: z.object({
      base: z.string(),
      ...{ name: words, symbol: words },
      display: z.unknown().optional(),
      denom_units: someOf(z.object({ denom: z.string(), exponent: amount.default(0n) })).nullish(),
    }),
  })
  .transform(({ metadata: { denom_units: units, display, ...rest } }) => ({
    ...rest,
    display: displayOf(display),
    units: units?.items ?? [],
  }));
