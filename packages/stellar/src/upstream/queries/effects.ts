import { toHex } from '@isochain/core';
import { largeAnswer } from '@isochain/core/upstream';
import { StrKey } from '@stellar/stellar-sdk/base';
import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { checkTokenId } from '../../address/token-id.ts';
import type { Piece } from '../../read/results.ts';
import { address, stroops } from '../fields.ts';
import { indexOf } from '../place.ts';
import { horizonQuery, type Query } from '../query.ts';
import { mostRecords } from './operations.ts';

/** What an operation moved, where neither the envelope nor the result tells it: claimable balances that were claimed, and shares of pools. */
export interface Effect {
  /** Which operation of the transaction it is: from 0 on. */
  readonly index: number;
  readonly account: Address;
  readonly way: 'in' | 'out';
  readonly pieces: readonly Piece[];
  /** The hash in the id of the claimable balance, in hex. */
  readonly balanceId: string | undefined;
}

/** Effects of a transaction, as far as they are read. */
export interface Effects {
  readonly list: readonly Effect[];
  /** Whether there may be more: they are too many for one answer, or one could not be read. */
  readonly isCut: boolean;
  readonly raw: readonly unknown[];
}

const asset = z.string().transform((text, refinement): Piece['token'] => {
  if (text === 'native') return undefined;
  const read = checkTokenId(text);
  if (read.ok) return read.value;
  refinement.addIssue('not an asset');
  return z.NEVER;
});

const piece = z.object({ asset, amount: stroops }).transform(({ asset: token, amount }): Piece => ({ token, amount }));
const id = z.string().regex(/^\d{1,19}-\d{1,10}$/);
const common = { id, account: address };

/**
 * The hash in the id of a claimable balance: that of an envelope or of Horizon (XDR in hex), or a strkey (`B…`, SEP-23).
 *
 * @returns 32 bytes in lower-case hex. Something else for other texts.
 */
export function balanceHash(id: string): string {
  const bytes = StrKey.isValidClaimableBalance(id) ? StrKey.decodeClaimableBalance(id) : undefined;
  return (bytes === undefined ? id.toLowerCase() : toHex(bytes)).slice(-2 * hashLength);
}

/** Bytes of a hash. */
const hashLength = 32;

/** Those that are read (stellar/go, protocols/horizon/effects/main.go). */
const readTypes = {
  claimable_balance_claimed: z
    .object({ ...common, asset, amount: stroops, balance_id: z.string() })
    .transform(({ asset: token, amount, ...rest }) => ({
      ...rest,
      way: 'in' as const,
      pieces: [{ token, amount }],
      balanceId: balanceHash(rest.balance_id),
    })),
  liquidity_pool_deposited: z.object({ ...common, reserves_deposited: z.array(piece) }).transform((effect) => ({
    ...effect,
    way: 'out' as const,
    pieces: effect.reserves_deposited,
    balanceId: undefined,
  })),
  liquidity_pool_withdrew: z
    .object({ ...common, reserves_received: z.array(piece) })
    .transform((effect) => ({ ...effect, way: 'in' as const, pieces: effect.reserves_received, balanceId: undefined })),
};

const effectsPage = z.object({
  _embedded: z.object({
    records: z.array(z.unknown()).max(mostRecords),
  }),
});

/**
 * The effects of a transaction.
 *
 * @param transactionId - In lower-case hex.
 */
export function effectsOf(transactionId: string): Query<Effects> {
  return horizonQuery<z.output<typeof effectsPage>, Effects>({
    path: `/transactions/${transactionId}/effects`,
    route: '/transactions/{id}/effects',
    query: { order: 'asc', limit: mostRecords },
    schema: effectsPage,
    maxBytes: largeAnswer,
    read({ _embedded: { records } }) {
      const read = records.map(effectOf);
      return {
        list: read.flatMap((effects) => effects ?? []),
        isCut: records.length === mostRecords || read.includes(undefined),
        raw: records,
      };
    },
  });
}

const anyEffect = z.looseObject({ id, type: z.string() });

/** None for one of another type. Undefined for one that cannot be read. */
function effectOf(raw: unknown): Effect[] | undefined {
  const { success, data: record } = anyEffect.safeParse(raw);
  if (!success) return undefined;
  if (!Object.hasOwn(readTypes, record.type)) return [];
  const read = readTypes[record.type as keyof typeof readTypes].safeParse(record);
  if (!read.success) return undefined;
  const { id: place, account, way, pieces, balanceId } = read.data;
  return [{ index: indexOf(BigInt(place.split('-')[0] ?? '0')), account, way, pieces, balanceId }];
}
