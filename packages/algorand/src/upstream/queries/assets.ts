import { attempt, fromBase64 } from '@isochain/core';
import { RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import { type Address, zeroAddress } from '../../address/address.ts';
import type { TokenId } from '../../address/token-id.ts';
import { address as addressField, uint64 } from '../fields.ts';
import { type Query, restQuery } from '../query.ts';

/** What an asset is called, and how its amounts are shown. */
export interface ShownAsset {
  readonly id: TokenId;
  readonly decimals: number;
  /** As the creator wrote them. Undefined if there are none, or if their bytes are no text. */
  readonly name: string | undefined;
  readonly unitName: string | undefined;
}

/** An asset (go-algorand, daemon/algod/api/algod.oas3.yml: Asset). */
export interface AssetFacts extends ShownAsset {
  readonly creator: Address;
  /** Base units. */
  readonly total: bigint;
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

const decimals = uint64.refine((value) => value <= mostDecimals, 'more decimals than an asset can have');

const paramsSchema = z.object({
  creator: addressField,
  decimals,
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

const text = z.string().optional().catch(undefined);

/** To show a holding, only the decimals must be readable. An odd name counts as none. */
const shownParams = z.object({
  decimals,
  ...{ name: text, 'name-b64': text, 'unit-name': text, 'unit-name-b64': text },
});

/** What a node tells of an asset, if that can be shown. */
export function toShownAsset(id: TokenId, told: unknown): ShownAsset | undefined {
  const { data } = shownParams.safeParse(told);
  return data && shownOf(id, data);
}

function shownOf(id: TokenId, params: z.output<typeof shownParams>): ShownAsset {
  return { id, decimals: Number(params.decimals), ...namesOf(params) };
}

const assetSchema = z.object({ index: uint64, params: paramsSchema });

function toAssetFacts(id: TokenId, params: AssetParams): AssetFacts {
  return {
    id,
    creator: params.creator,
    decimals: Number(params.decimals),
    total: params.total,
    ...namesOf(params),
    isFrozenByDefault: params['default-frozen'] === true,
    freeze: params.freeze,
    clawback: params.clawback,
  };
}

type Names = Pick<AssetParams, 'name' | 'name-b64' | 'unit-name' | 'unit-name-b64'>;

function namesOf(params: Names): Pick<ShownAsset, 'name' | 'unitName'> {
  return {
    name: textOf(params.name, params['name-b64']),
    unitName: textOf(params['unit-name'], params['unit-name-b64']),
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
  return assetBy(id, assetSchema, toAssetFacts);
}

const shownSchema = z.object({ index: uint64, params: shownParams });

/** The same to show it. */
export function shownAsset(id: TokenId): Query<ShownAsset | undefined> {
  return assetBy(id, shownSchema, shownOf);
}

function assetBy<Params, T>(
  id: TokenId,
  schema: z.ZodType<{ index: TokenId; params: Params }>,
  toFacts: (id: TokenId, params: Params) => T,
): Query<T | undefined> {
  return restQuery<{ index: TokenId; params: Params }, T | undefined>({
    kind: 'algod',
    path: `/v2/assets/${id}`,
    route: '/v2/assets/{id}',
    schema,
    read({ index, params }) {
      if (index !== id) throw new RejectedAnswer('it answers with another asset');
      return toFacts(id, params);
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

/** The round is in every answer (go-algorand, AccountAssetResponse). Without it an error in JSON would look like an account without the asset. */
const holdingSchema = z.object({ round: uint64, 'asset-holding': heldSchema.optional() });

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
