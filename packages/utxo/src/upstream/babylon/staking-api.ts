import { share } from '@isochain/babylon';
import { UpstreamError } from '@isochain/core';
import { type HttpAnswer, jsonInteger, mediumAnswer, type Operation } from '@isochain/core/upstream';
import * as z from 'zod';
import { bytesOf } from '../../bytes/byte-arrays.ts';
import { stripTransaction } from '../../bytes/raw-transaction.ts';
import type { UtxoContext } from '../../context.ts';
import { eachOf, heightSchema, possible } from '../common-schemas.ts';

// The index of Babylon Labs (https://staking-api.babylonlabs.io). It lists the stakes of a key, which nodes of Babylon cannot do.

const id = z.string().regex(/^[0-9a-f]{64}$/);
const height = z.int().min(0);
/** A lock in blocks has 16 bits (BIP68). */
const blocks = z.int().min(0).max(0xffff);
/** No more than the 21 million bitcoin that there will be. */
const satoshi = possible(jsonInteger(), 2_100_000_000_000_000n);
const transaction = z.string().transform((hex) => stripTransaction(bytesOf(hex)));

const indexedProvider = z
  .object({
    btc_pk: id,
    state: z.string(),
    description: z.object({ moniker: z.string() }),
    commission: share,
    active_tvl: possible(jsonInteger()),
  })
  .transform((found) => ({
    key: found.btc_pk,
    state: found.state,
    name: found.description.moniker,
    commission: found.commission,
    staked: found.active_tvl,
  }));

/** A finality provider as the index knows it. Satoshi. */
export type IndexedProvider = z.output<typeof indexedProvider>;

const indexedStake = z
  .object({
    staker_btc_pk_hex: id,
    finality_provider_btc_pks_hex: z.array(id),
    state: z.string(),
    delegation_staking: z.object({
      staking_tx_hash_hex: id,
      staking_output_idx: z.int().min(0).default(0),
      staking_amount: satoshi,
      staking_timelock: blocks.optional(),
      end_height: heightSchema.optional(),
      slashing: z.object({ slashing_tx_hex: transaction.optional() }).optional(),
    }),
    delegation_unbonding: z.object({
      unbonding_timelock: blocks,
      unbonding_tx: transaction,
      slashing: z.object({ unbonding_slashing_tx_hex: transaction.optional() }).optional(),
    }),
  })
  .transform(({ state, delegation_staking: staking, delegation_unbonding: unbonding, ...found }, refinement) => {
    const slashing = state.startsWith('EARLY')
      ? unbonding.slashing?.unbonding_slashing_tx_hex
      : staking.slashing?.slashing_tx_hex;
    // What slashing leaves is the second output.
    const refund = state.endsWith('SLASHING_WITHDRAWABLE') ? slashing?.outputs[1]?.value : staking.staking_amount;
    if (refund === undefined) refinement.addIssue('no slashing transaction');
    return {
      txid: staking.staking_tx_hash_hex,
      staker: found.staker_btc_pk_hex,
      providers: found.finality_provider_btc_pks_hex,
      state,
      /** What slashing left. */
      value: refund ?? 0n,
      vout: staking.staking_output_idx,
      /** For how long it is locked. */
      stakingTime: staking.staking_timelock,
      endHeight: staking.end_height,
      unbondingTxid: unbonding.unbonding_tx?.txid,
      unbondingTime: unbonding.unbonding_timelock,
    };
  });

/** A stake as the index knows it. Amounts in satoshi, heights and times in Bitcoin blocks. */
export type IndexedStake = z.output<typeof indexedStake>;

const pagination = z.object({ next_key: z.string() }).nullish();
// What cannot be read is undefined.
const pageOfProviders = z.object({ data: eachOf(indexedProvider).nullable(), pagination });
const pageOfStakes = z.object({ data: eachOf(indexedStake).nullable(), pagination });

const upgrade = z.object({ height, version: height });
const networkInfo = z.object({
  data: z.object({ network_upgrade: z.object({ pop: z.array(upgrade).optional() }).nullish() }),
});

const missing = { statuses: [404], schema: z.object({ errorCode: z.literal('NOT_FOUND') }) };
const kind = 'babylon-staking';

/** One page of a list; empty if the index knows nothing. */
export interface IndexPage<T> {
  readonly items: readonly T[];
  /** Whether an item is left out because it cannot be read. */
  readonly hasOdd: boolean;
  readonly next: string | undefined;
}

/** @param from - `next` of the page before. */
export async function readIndexedProviders(
  from: string | undefined,
  operation: Operation,
): Promise<IndexPage<IndexedProvider>> {
  const request = {
    path: '/v2/finality-providers',
    query: { pagination_key: from },
    schema: pageOfProviders,
    maxBytes: mediumAnswer,
  };
  return pageOf(await operation.http({ ...request, refusals: missing }, { kind }));
}

/** Pages of the index hold ten stakes or more: no staker has as many as a thousand pages. */
const mostPages = 1_000;

/** The stakes of a key. */
export interface IndexedStakes {
  readonly stakes: readonly IndexedStake[];
  /** Whether one is left out because it cannot be read. */
  readonly hasOdd: boolean;
}

/**
 * All stakes of a key, in any state.
 *
 * @param staker - x-only key in hex.
 */
export async function readIndexedStakes(
  context: UtxoContext,
  staker: string,
  operation: Operation,
): Promise<IndexedStakes> {
  const stakes: IndexedStake[] = [];
  let hasOdd = false;
  let from: string | undefined;
  for (let pages = 0; pages < mostPages; pages++) {
    const query = { staker_pk_hex: staker, pagination_key: from };
    const request = { path: '/v2/delegations', query, schema: pageOfStakes, refusals: missing, maxBytes: mediumAnswer };
    const { items, next, ...page } = pageOf(await operation.http(request, { kind }));
    stakes.push(...items.filter((stake) => stake.staker === staker));
    hasOdd ||= page.hasOdd;
    if (next === undefined) return { stakes, hasOdd };
    from = next;
  }
  throw new UpstreamError(context.chainId, []);
}

interface Listed<T> {
  readonly data: readonly (T | undefined)[] | null;
  readonly pagination?: { readonly next_key: string } | null | undefined;
}

function pageOf<T>(answer: HttpAnswer<Listed<T>, unknown>): IndexPage<T> {
  if (!answer.ok) return { items: [], hasOdd: false, next: undefined };
  const { data, pagination: page } = answer.value;
  const items = (data ?? []).flatMap((each) => (each === undefined ? [] : [each]));
  return { items, hasOdd: items.length < (data?.length ?? 0), next: page?.next_key || undefined };
}

/** The Babylon heights from which proofs of possession have each version of their context. Empty if they have no context. */
export async function readPopUpgrades(
  operation: Operation,
): Promise<readonly { readonly height: number; readonly version: number }[]> {
  const { value } = await operation.http({ path: '/v2/network-info', schema: networkInfo }, { kind });
  return value.data.network_upgrade?.pop ?? [];
}
