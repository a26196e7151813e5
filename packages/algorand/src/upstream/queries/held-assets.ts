import { largeAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import type { TokenId } from '../../address/token-id.ts';
import { address as addressField, uint64 } from '../fields.ts';
import { type Query, restQuery } from '../query.ts';
import { type ShownAsset, toShownAsset } from './assets.ts';

// Lists of what an account holds, to show it. Nothing is signed by them, so an odd row costs only itself.

/** A holding in a list. */
export interface HeldAsset {
  readonly id: TokenId;
  /** Base units. */
  readonly amount: bigint;
  /** Undefined if the list does not tell it, or in a form that does not fit. */
  readonly asset: ShownAsset | undefined;
}

/** A holding in a list. Its amount cannot be read. */
export interface OddHolding {
  /** Undefined if it cannot be read either. */
  readonly id: TokenId | undefined;
  readonly asset: ShownAsset | undefined;
}

/** Holdings of an account, each read by itself. */
export interface Holdings {
  readonly holdings: readonly HeldAsset[];
  readonly odd: readonly OddHolding[];
}

/** Some of the holdings of an account. */
export interface HoldingsPage extends Holdings {
  /** Where the next page begins. Undefined if this is the last one. */
  readonly next: string | undefined;
}

/** Most holdings that nodes list at once (go-algorand, daemon/algod/api/server/v2/handlers.go: MaxAssetResults). */
const pageSize = 1_000;

const rowSchema = z.object({ 'asset-holding': z.unknown().optional(), 'asset-params': z.unknown().optional() });

const pageSchema = z.object({
  'asset-holdings': z.array(z.unknown()),
  'next-token': z.string().max(200).optional(),
});

/**
 * A page of the holdings of an account, with what their assets are. Holdings of nothing are among them.
 *
 * Undefined if the node has no such path: before version 4.6, nodes have it only if their operator turned on EnableExperimentalAPI.
 *
 * @param options - `next` of the page before, and how many holdings are wanted: as many as possible by default.
 */
export function holdingsPage(
  owner: Address,
  { next, limit = pageSize }: { readonly next?: string | undefined; readonly limit?: number } = {},
): Query<HoldingsPage | undefined> {
  return restQuery<z.output<typeof pageSchema>, HoldingsPage | undefined>({
    kind: 'algod',
    path: `/v2/accounts/${owner}/assets`,
    route: '/v2/accounts/{address}/assets',
    query: { limit: String(limit), next },
    maxBytes: largeAnswer,
    schema: pageSchema,
    read(raw) {
      const rows = raw['asset-holdings'].map((row) => rowSchema.safeParse(row).data);
      const found = readHoldings(rows.map((row) => ({ held: row?.['asset-holding'], params: row?.['asset-params'] })));
      // An empty text is none.
      const following = raw['next-token'] || undefined;
      if (following !== undefined && rows.length === 0)
        throw new RejectedAnswer('it lists nothing, and says that more follows');
      return { ...found, next: following };
    },
    refused: ({ status, message }) => (status === 404 && message === 'Not Found' ? { value: undefined } : undefined),
  });
}

const wholeSchema = z.object({ address: addressField, assets: z.array(z.unknown()).optional() });

/** All holdings of an account in one answer, without what their assets are. Undefined if there are more than the node lists (MaxAPIResourcesPerAccount). */
export function allHoldings(owner: Address): Query<Holdings | undefined> {
  return restQuery<z.output<typeof wholeSchema>, Holdings | undefined>({
    kind: 'algod',
    path: `/v2/accounts/${owner}`,
    route: '/v2/accounts/{address}',
    maxBytes: largeAnswer,
    schema: wholeSchema,
    read(raw) {
      if (raw.address !== owner) throw new RejectedAnswer('it answers with another account');
      return readHoldings((raw.assets ?? []).map((held) => ({ held, params: undefined })));
    },
    refused: ({ status, message }) =>
      status === 400 && /limit exceeded/i.test(message) ? { value: undefined } : undefined,
  });
}

/**
 * Reads each row of a list by itself.
 *
 * @throws RejectedAnswer if an asset is listed twice, or if there are rows and none fits: then the node speaks another language.
 */
function readHoldings(rows: readonly { readonly held: unknown; readonly params: unknown }[]): Holdings {
  const holdings: HeldAsset[] = [];
  const odd: OddHolding[] = [];
  for (const { held, params } of rows) {
    const id = idSchema.safeParse(held).data?.['asset-id'];
    const asset = id === undefined ? undefined : toShownAsset(id, params);
    const amount = amountSchema.safeParse(held).data?.amount;
    if (id !== undefined && amount !== undefined) holdings.push({ id, amount, asset });
    else odd.push({ id, asset });
  }
  const isDescribed = rows.some(({ params }) => params !== undefined);
  if (rows.length > 0 && (holdings.length === 0 || (isDescribed && holdings.every(({ asset }) => asset === undefined))))
    throw new RejectedAnswer('none of its holdings can be read');
  if (new Set(holdings.map(({ id }) => id)).size < holdings.length) throw new RejectedAnswer('it lists an asset twice');
  return { holdings, odd };
}

const idSchema = z.object({ 'asset-id': uint64 });
const amountSchema = z.object({ amount: uint64 });
