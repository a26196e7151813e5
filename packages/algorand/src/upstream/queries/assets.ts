import { attempt, fromBase64 } from '@isochain/core';
import { largeAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { type Address, zeroAddress } from '../../address/address.ts';
import type { TokenId } from '../../address/token-id.ts';
import { address as addressField, uint64 } from '../fields.ts';
import { type Query, restQuery } from '../query.ts';

/** An asset (go-algorand, daemon/algod/api/algod.oas3.yml: Asset). */
export interface AssetFacts {
  readonly id: TokenId;
  readonly creator: Address;
  readonly decimals: number;
  /** Base units. */
  readonly total: bigint;
  /** As the creator wrote them. Undefined if there are none, or if their bytes are no text. */
  readonly name: string | undefined;
  readonly unitName: string | undefined;
  readonly isFrozenByDefault: boolean;
  /** Who may freeze holdings, and who may take them. Undefined if nobody may. */
  readonly freeze: Address | undefined;
  readonly clawback: Address | undefined;
}

/** Who has a power over an asset. Nobody has it if it is left out, empty or the zero address. */
const optionalAddress = z
  .union([z.literal(''), addressField])
  .optional()
  .transform((found) => (found === '' || found === zeroAddress ? undefined : found));

/** Most decimals of an asset (go-algorand, config/consensus.go: MaxAssetDecimals). */
const mostDecimals = 19n;

const paramsSchema = z.object({
  creator: addressField,
  decimals: uint64.refine((value) => value <= mostDecimals, 'more decimals than an asset can have'),
  total: uint64,
  name: z.string().optional(),
  'name-b64': z.string().optional(),
  'unit-name': z.string().optional(),
  'unit-name-b64': z.string().optional(),
  'default-frozen': z.boolean().optional(),
  freeze: optionalAddress,
  clawback: optionalAddress,
});

type AssetParams = z.output<typeof paramsSchema>;

const assetSchema = z.object({ index: uint64, params: paramsSchema });

function toAssetFacts(id: TokenId, params: AssetParams): AssetFacts {
  return {
    id,
    creator: params.creator,
    decimals: Number(params.decimals),
    total: params.total,
    name: textOf(params.name, params['name-b64']),
    unitName: textOf(params['unit-name'], params['unit-name-b64']),
    isFrozenByDefault: params['default-frozen'] === true,
    freeze: params.freeze,
    clawback: params.clawback,
  };
}

/** Nodes tell names as texts only if every character can be printed (go-algorand, daemon/algod/api/server/v2/utils.go: printableUTF8OrEmpty). */
function textOf(text: string | undefined, base64: string | undefined): string | undefined {
  if (text !== undefined && text !== '') return text;
  const bytes = fromBase64(base64 ?? '');
  return bytes && attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

/** Undefined if it never existed, or was destroyed. */
export function asset(id: TokenId): Query<AssetFacts | undefined> {
  return restQuery<z.output<typeof assetSchema>, AssetFacts | undefined>({
    kind: 'algod',
    path: `/v2/assets/${id}`,
    route: '/v2/assets/{id}',
    schema: assetSchema,
    read(raw) {
      if (raw.index !== id) throw new RejectedAnswer('it answers with another asset');
      return toAssetFacts(raw.index, raw.params);
    },
    refused: ({ status, message }) =>
      status === 404 && /asset does not exist/.test(message) ? { value: undefined } : undefined,
  });
}

/** What an account holds of an asset. */
export interface Holding {
  /** Base units. */
  readonly amount: bigint;
  readonly isFrozen: boolean;
}

const heldSchema = z.object({ amount: uint64, 'asset-id': uint64, 'is-frozen': z.boolean() });

const holdingSchema = z.object({ 'asset-holding': heldSchema.optional() });

/** Undefined if the account has not opted in. */
export function holding(owner: Address, id: TokenId): Query<Holding | undefined> {
  return restQuery<z.output<typeof holdingSchema>, Holding | undefined>({
    kind: 'algod',
    path: `/v2/accounts/${owner}/assets/${id}`,
    route: '/v2/accounts/{address}/assets/{id}',
    schema: holdingSchema,
    read({ 'asset-holding': held }) {
      if (held === undefined) return undefined;
      if (held['asset-id'] !== id) throw new RejectedAnswer('it answers with another asset');
      return { amount: held.amount, isFrozen: held['is-frozen'] };
    },
    refused: ({ status, message }) =>
      status === 404 && /account asset info not found/.test(message) ? { value: undefined } : undefined,
  });
}

/** A holding in a list. */
export interface HeldAsset {
  readonly id: TokenId;
  /** Base units. */
  readonly amount: bigint;
  /** Undefined if the list does not tell it. */
  readonly asset: AssetFacts | undefined;
}

/** Some of the holdings of an account. */
export interface HoldingsPage {
  readonly holdings: readonly HeldAsset[];
  /** Where the next page begins. Undefined if this is the last one. */
  readonly next: string | undefined;
}

/** Most holdings that nodes list at once (go-algorand, daemon/algod/api/server/v2/handlers.go: MaxAssetResults). */
const pageSize = 1_000;

const pageSchema = z.object({
  'asset-holdings': z.array(z.object({ 'asset-holding': heldSchema, 'asset-params': paramsSchema.optional() })),
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
      const holdings = raw['asset-holdings'].map(({ 'asset-holding': held, 'asset-params': params }): HeldAsset => {
        const id = held['asset-id'];
        return { id, amount: held.amount, asset: params && toAssetFacts(id, params) };
      });
      // An empty text is none.
      const following = raw['next-token'] || undefined;
      requireDistinct(holdings);
      if (following !== undefined && holdings.length === 0)
        throw new RejectedAnswer('it lists nothing, and says that more follows');
      return { holdings, next: following };
    },
    refused: ({ status, message }) => (status === 404 && message === 'Not Found' ? { value: undefined } : undefined),
  });
}

const wholeSchema = z.object({ address: addressField, assets: z.array(heldSchema).optional() });

/** All holdings of an account in one answer, without what their assets are. Undefined if there are more than the node lists (MaxAPIResourcesPerAccount). */
export function allHoldings(owner: Address): Query<readonly HeldAsset[] | undefined> {
  return restQuery<z.output<typeof wholeSchema>, readonly HeldAsset[] | undefined>({
    kind: 'algod',
    path: `/v2/accounts/${owner}`,
    route: '/v2/accounts/{address}',
    maxBytes: largeAnswer,
    schema: wholeSchema,
    read(raw) {
      if (raw.address !== owner) throw new RejectedAnswer('it answers with another account');
      const holdings = (raw.assets ?? []).map((held) => ({
        id: held['asset-id'],
        amount: held.amount,
        asset: undefined,
      }));
      requireDistinct(holdings);
      return holdings;
    },
    refused: ({ status, message }) =>
      status === 400 && /limit exceeded/i.test(message) ? { value: undefined } : undefined,
  });
}

/** @throws RejectedAnswer if an asset is listed twice. */
function requireDistinct(holdings: readonly Pick<HeldAsset, 'id'>[]): void {
  if (new Set(holdings.map(({ id }) => id)).size < holdings.length) throw new RejectedAnswer('it lists an asset twice');
}
