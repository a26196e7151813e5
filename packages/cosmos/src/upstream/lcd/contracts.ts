import { cleanReason } from '@isochain/core/upstream';
import * as z from 'zod';
import { amount } from './fields.ts';

// Answers of contracts to smart queries: `GET /cosmwasm/wasm/v1/contract/{address}/smart/{query}`
// (https://github.com/CosmWasm/cw-plus/blob/main/packages/cw20/README.md, Queries).

/** To `balance`: in the smallest unit. */
export const contractBalance = z
  .object({ data: z.object({ balance: amount }) })
  .transform(({ data }) => ({ amount: data.balance }));

/** What a contract says of its token. */
export interface ContractToken {
  readonly ticker: string;
  readonly decimals: number;
}

/** To `token_info`. */
export const contractToken: z.ZodType<ContractToken> = z
  .object({ data: z.object({ symbol: z.string(), decimals: z.int().min(0).max(255) }) })
  .transform(({ data }) => ({ ticker: cleanReason(data.symbol), decimals: data.decimals }));
