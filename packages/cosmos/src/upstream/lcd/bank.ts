import * as z from 'zod';
import { coin, nextKey } from './fields.ts';

/** `GET /cosmos/bank/v1beta1/spendable_balances/{address}/by_denom` and `.../balances/{address}/by_denom`. */
export const oneBalance = z.object({ balance: coin }).transform(({ balance }) => balance);

/** `GET /cosmos/bank/v1beta1/supply/by_denom`: how much there is of a denomination. */
export const oneSupply = z.object({ amount: coin }).transform(({ amount }) => amount);

/** `GET /cosmos/bank/v1beta1/spendable_balances/{address}` and `.../balances/{address}`: one page. */
export const balances = z
  .object({ balances: z.array(coin), pagination: nextKey })
  .transform(({ balances: found, pagination }) => ({ coins: found, nextKey: pagination }));
