import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { eachOf } from '../fields.ts';
import { horizonQuery, type Query } from '../query.ts';

const poolsSchema = z.object({
  _embedded: z.object({ records: eachOf(z.object({ reserves: eachOf(z.object({ asset: z.string() })) })) }),
});

/**
 * The assets in pools that an account has shares of, as `CODE:ISSUER` or `native`. Undefined if the server does not tell (stellar/stellar-horizon,
 * internal/actions/liquidity_pool.go). At most 200 pools: more than that are as good as unheard of.
 */
export function poolAssets(of: Address): Query<ReadonlySet<string> | undefined> {
  return horizonQuery<z.output<typeof poolsSchema>, ReadonlySet<string> | undefined>({
    path: '/liquidity_pools',
    query: { account: of, limit: 200 },
    schema: poolsSchema,
    statuses: [400, 403, 404, 410, 500, 503],
    read: ({ _embedded: { records } }) =>
      new Set(records.flatMap(({ reserves }) => reserves.map(({ asset }) => asset))),
    refused: () => ({ value: undefined }),
  });
}
