import { largeAnswer, mediumAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { canonicalAddress } from '../../address/address.ts';
import { Address } from '../../ton-core.ts';
import { coins, rawAddress } from '../fields.ts';
import { type Form, form, type Query } from '../query.ts';
import { notFound } from '../refusals.ts';

const address: z.ZodType<Address> = rawAddress.transform((raw) => Address.parseRaw(raw));

/** A pool, as tonapi lists it. */
export interface ListedPool {
  readonly address: Address;
  readonly name: string;
  /** `tf`: nominator pools. `liquidTF`: liquid staking. Others are of other makers. */
  readonly implementation: string;
  /** Nanotons of all stakes. */
  readonly total: bigint;
}

const listedPool = z.object({ address, name: z.string(), implementation: z.string(), total_amount: coins });

/** One pool that does not fit costs only itself. */
const listedPools = z.object({ pools: z.array(z.unknown()) });

/** The pools that can be staked with. Only tonapi knows them. */
export const stakingPools: Query<readonly ListedPool[]> = {
  forms: {
    tonapi: form({ path: '/staking/pools', maxBytes: largeAnswer, schema: listedPools }, ({ value }) =>
      value.pools.flatMap((raw) => {
        const { data: pool } = listedPool.safeParse(raw);
        if (pool === undefined) return [];
        const { total_amount: total, ...rest } = pool;
        return [{ ...rest, total }];
      }),
    ),
  },
};

const v3Position = z.object({ pool_address: address });
const v3Positions = z.object({ nominator_pools: z.array(z.unknown()).nullish() });
const tonapiPosition = z.object({ pool: address });
const tonapiPositions = z.object({ pools: z.array(z.unknown()) });

/** The pools in which an account has a stake. */
export interface OwnPools {
  readonly pools: readonly Address[];
  /** Whether some row names no pool. */
  readonly isShort: boolean;
}

/** The pools in which an account has a stake. What it has there, the contracts themselves tell. */
export function poolsOf(owner: Address): Query<OwnPools> {
  return { forms: { 'toncenter-v3': v3Pools(owner), tonapi: tonapiPools(owner) } };
}

function v3Pools(owner: Address): Form<OwnPools> {
  const request = {
    path: '/staking/nominatorPools/nominator',
    query: { nominator: canonicalAddress(owner) },
    maxBytes: mediumAnswer,
    schema: v3Positions,
  };
  return form(request, ({ value }) =>
    ownPools(value.nominator_pools ?? [], (raw) => v3Position.safeParse(raw).data?.pool_address),
  );
}

function tonapiPools(owner: Address): Form<OwnPools> {
  const request = {
    path: `/staking/nominator/${canonicalAddress(owner)}/pools`,
    route: '/staking/nominator/{account}/pools',
    maxBytes: mediumAnswer,
    schema: tonapiPositions,
    refusals: notFound,
  };
  return form(request, (answer) =>
    ownPools(answer.ok ? answer.value.pools : [], (raw) => tonapiPosition.safeParse(raw).data?.pool),
  );
}

function ownPools(rows: readonly unknown[], poolIn: (raw: unknown) => Address | undefined): OwnPools {
  const found = new Map(
    rows.flatMap((raw) => {
      const pool = poolIn(raw);
      return pool === undefined ? [] : [[pool.toRawString(), pool] as const];
    }),
  );
  return { pools: [...found.values()], isShort: rows.some((raw) => poolIn(raw) === undefined) };
}
