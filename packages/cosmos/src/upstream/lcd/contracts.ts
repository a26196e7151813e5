import { cleanText } from '@isochain/core/upstream';
import * as z from 'zod';
import { amount } from './fields.ts';

// Answers of contracts to smart queries: `GET /cosmwasm/wasm/v1/contract/{address}/smart/{query}`
// (https://github.com/CosmWasm/cw-plus/blob/main/packages/cw20/README.md, Queries).

/** The answer to `balance`, in the smallest unit. */
export const contractBalance = z
  .object({ data: z.object({ balance: amount }) })
  .transform(({ data }) => ({ amount: data.balance }));

/** The longest ticker that is shown. */
export const maxTickerLength = 32;

/** What a contract says of its token. */
export interface ContractToken {
  readonly name: string;
  readonly ticker: string;
  readonly decimals: number;
}

/** The answer to `token_info`. Decimals have 8 bits (CosmWasm/cw-plus packages/cw20/src/query.rs: TokenInfoResponse). */
export const contractToken: z.ZodType<ContractToken> = z
  .object({ data: z.object({ name: z.string(), symbol: z.string(), decimals: z.int().min(0).max(255) }) })
  .transform(({ data: { name, symbol, decimals } }) => ({
    name: cleanText(name),
    ticker: cleanText(symbol, maxTickerLength),
    decimals,
  }));
