import { RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../../address/address.ts';
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
  /** As texts, if they are printable. */
  readonly name: string | undefined;
  readonly unitName: string | undefined;
  readonly isFrozenByDefault: boolean;
  /** Who may freeze holdings, and who may take them. Undefined if nobody may. */
  readonly freeze: Address | undefined;
  readonly clawback: Address | undefined;
}

const optionalAddress = z.union([z.literal('').transform(() => undefined), addressField]).optional();

export const assetSchema = z.object({
  index: uint64,
  params: z.object({
    creator: addressField,
    decimals: uint64.refine((value) => value <= 19n),
    total: uint64,
    name: z.string().optional(),
    'name-b64': z.string().optional(),
    'unit-name': z.string().optional(),
    'unit-name-b64': z.string().optional(),
    'default-frozen': z.boolean().optional(),
    freeze: optionalAddress,
    clawback: optionalAddress,
  }),
});

/** An asset as a node tells it. */
export function toAssetFacts({ index, params }: z.output<typeof assetSchema>): AssetFacts {
  return {
    id: index,
    creator: params.creator,
    decimals: Number(params.decimals),
    total: params.total,
    name: params.name,
    unitName: params['unit-name'],
    isFrozenByDefault: params['default-frozen'] === true,
    freeze: params.freeze,
    clawback: params.clawback,
  };
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
      return toAssetFacts(raw);
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

const holdingSchema = z.object({
  'asset-holding': z.object({ amount: uint64, 'asset-id': uint64, 'is-frozen': z.boolean() }).optional(),
});

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
