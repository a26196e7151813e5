import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { address, each, u128 } from '../fields.ts';
import { indexerQuery, type Query } from '../query.ts';

/** Rows of one account: up to two for each pool. */
const mostRows = 200;

/** Indexers write shares as whole numbers, or with a fraction of zeros. They are compared with 0 only. */
const shares = z.union([
  u128,
  z
    .string()
    .regex(/^\d{1,39}\.\d+$/)
    .transform((text) => BigInt(text.split('.')[0] as string)),
]);

/** The pools in which an account has shares. */
export interface OwnPools {
  readonly pools: readonly Address[];
  /** Whether some row names no pool. */
  readonly isShort: boolean;
}

const nothing = z.object({ shares: shares.refine((value) => value === 0n) });
/** Where shares cannot be read, there may be some, and the pool is asked. */
const named = z.object({ pool_address: address, shares: shares.catch(1n) });

/** The pools in which an account has shares. Shares are no octas: a node tells what they are worth. */
export function poolsOfDelegator(of: Address): Query<OwnPools> {
  return indexerQuery({
    name: 'current_delegator_balances',
    query: `query delegations($of: String!, $limit: Int!) {
  current_delegator_balances(where: {delegator_address: {_eq: $of}, shares: {_gt: "0"}}, limit: $limit) { pool_address pool_type shares }
}`,
    variables: { of, limit: mostRows },
    schema: z.object({
      // One odd row costs one position. If no row names a pool, the list has another form.
      current_delegator_balances: each(named, mostRows).refine(
        ({ read, unread }) => read.length > 0 || unread.length === 0,
        'no row can be read',
      ),
    }),
    read: ({ current_delegator_balances: { read, unread } }) => ({
      pools: [...new Set(read.filter((row) => row.shares > 0n).map((row) => row.pool_address))],
      isShort: unread.some((raw) => !nothing.safeParse(raw).success),
    }),
  });
}
