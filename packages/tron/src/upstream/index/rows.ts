import { withRaw } from '@isochain/core';
import { jsonInteger, stringifyJson } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import type { Content } from '../../bytes/content.ts';
import { amount, hash, hex, list, milliseconds, mixed, movedAsset } from '../fields.ts';
import { type Internal, isMoving, isSuccess, type Outcome } from '../outcome.ts';
import { signedContent } from '../signed-bytes.ts';
import { anyAddress } from './fields.ts';

// Rows of TronGrid's lists of an account. All of them have the time of their block, by which the lists are sorted.

/** What a row of each list is, where it cannot be read. */
export const rowParts = {
  transactions: 'the transaction',
  transfers: 'a token transfer',
  internals: 'a movement by a contract',
} as const;

interface Dated {
  readonly id: string;
  /** The time of the block, in milliseconds since 1970. It is different for each block. */
  readonly block: bigint;
  readonly raw: unknown;
}

/** A transaction that names the account. */
export interface TransactionRow extends Dated {
  readonly type: 'transaction';
  /** Undefined if the row does not have the bytes that its id proves. */
  readonly content: Content | undefined;
  /** What the row says without proof, if it has no bytes. */
  readonly claimedOwner: Address | undefined;
  readonly outcome: Outcome;
  /** Hex in which all parties stand: what was signed, and the parties of internal transactions. */
  readonly named: string;
}

/** Coins that a contract moved from or to the account. */
export interface InternalRow extends Dated {
  readonly type: 'internal';
  readonly internalId: string;
  readonly from: Address | undefined;
  readonly to: Address | undefined;
  /** Empty if nothing moved. */
  readonly movements: readonly Internal[];
}

/** A row that does not fit. It says only which transaction it belongs to. */
export interface OddRow extends Dated {
  readonly type: 'odd';
  /** What cannot be read, as `incomplete` of core names it. */
  readonly part: string;
  /** True for an approval, which moves nothing. */
  readonly isApproval: boolean;
}

/** Tokens that moved from or to the account. */
export interface TransferRow extends Dated {
  readonly type: 'transfer';
  /** False for an approval, which moves nothing. */
  readonly isTransfer: boolean;
  readonly contract: Address;
  /** What the index says that the contract calls itself. Empty if it does not say. */
  readonly symbol: string;
  readonly from: Address;
  readonly to: Address;
  readonly amount: bigint;
}

/** A value of coins: a number, or `_` for sun and the numbers of TRC-10 tokens for theirs. */
const callValue = z.union([amount, z.record(z.string(), amount)]).default(0n);

const internalData = z
  .object({
    note: z.string().default(''),
    rejected: z.boolean().default(false),
    call_value: callValue,
    call_token_value: z.union([amount, z.object({ _: amount }).transform(({ _ }) => _)]).default(0n),
    token_id: z.union([z.string(), z.int().transform(String)]).nullish(),
  })
  .transform(({ note, rejected, call_value: value, call_token_value: tokens, token_id: id }, { issues }) => {
    const isTold = id != null && id !== '' && id !== '0';
    const sums = [
      ...(typeof value === 'bigint' ? [['_', value] as const] : Object.entries(value)),
      ...(isTold ? [[id, tokens] as const] : []),
    ].filter(([, sum]) => sum > 0n);
    const moved = sums.map(([name, sum]) => ({ asset: movedAsset.safeParse(name).data, sum }));
    // Coins stand in one place. What is told twice moved once.
    const isRead =
      moved.every(({ asset }) => asset !== undefined) && new Set(moved.map(({ asset }) => asset)).size === moved.length;
    if (!isRead && !rejected) issues.push({ code: 'custom', input: sums, message: 'not what a contract can move' });
    return { note, rejected, moved };
  });

const internal = z.object({
  internal_tx_id: z.string().min(1).max(200),
  data: internalData,
  // A contract that is made has no recipient yet.
  from_address: anyAddress.nullish(),
  to_address: anyAddress.nullish(),
});

const internalRow = internal.extend({ tx_id: hash, block_timestamp: milliseconds });

const transactionRow = z.object({
  txID: hash,
  raw_data_hex: hex.nullish(),
  raw_data: z.unknown().optional(),
  ret: list(z.object({ contractRet: z.string().optional(), ret: z.string().optional(), fee: amount })),
  blockNumber: z.int().min(0).nullish(),
  block_timestamp: milliseconds,
  energy_usage_total: amount.nullish(),
  withdraw_amount: amount.nullish(),
  withdraw_expire_amount: amount.nullish(),
  unfreeze_amount: amount.nullish(),
  internal_transactions: mixed(internal),
});

const ownerJson = z.object({
  contract: z.array(z.object({ parameter: z.object({ value: z.object({ owner_address: anyAddress }) }) })).length(1),
});

/** A row of `/transactions`. Movements by contracts stand between transactions, in another shape. */
export const nativeRow = z.union([withRaw(internalRow), withRaw(transactionRow)]);

/** A row of `/internal-transactions`. */
export const internalOnlyRow = withRaw(internalRow);

/**
 * Decimals above 0, as a number or a text. Collections (TRC-721) have none or 0, and the value of their rows is the number of a collectible: what such a row
 * moved is read from the events of its transaction.
 */
const someDecimals = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number),
  ])
  .refine((decimals) => decimals > 0 && decimals <= 255, 'not the decimals of an amount');

/** What an index may call the standard of a token. */
const fungible = z
  .string()
  .regex(/^(?!.*(?:721|1155))/)
  .nullish();

/** A row of `/transactions/trc20`. What `token_info` calls the token proves nothing. It is empty for contracts that TronGrid does not know as tokens. */
export const transferRow = withRaw(
  z.object({
    transaction_id: hash,
    token_info: z.object({
      address: anyAddress,
      symbol: z.string().nullish().catch(undefined),
      decimals: someDecimals,
      type: fungible,
    }),
    block_timestamp: milliseconds,
    from: anyAddress,
    to: anyAddress,
    type: z.string(),
    value: z
      .union([
        jsonInteger(),
        z
          .string()
          .regex(/^\d{1,78}$/)
          .transform(BigInt),
      ])
      .refine((amountOf) => amountOf >= 0n && amountOf < 2n ** 256n, 'not a number of 256 bits'),
  }),
);

/** What places a row in a list, whatever else is in it. */
const place = z.object({
  txID: hash.optional(),
  tx_id: hash.optional(),
  transaction_id: hash.optional(),
  block_timestamp: milliseconds.refine((time) => time > 0),
  type: z.unknown().optional(),
});

/**
 * Reads a row that does not fit.
 *
 * @param part - What it should be.
 * @returns Undefined if it does not say which transaction it belongs to, or when that was.
 */
export function readOddRow(raw: unknown, part: string): OddRow | undefined {
  const { data } = place.safeParse(raw);
  const id = data?.txID ?? data?.tx_id ?? data?.transaction_id;
  if (data === undefined || id === undefined) return undefined;
  return { type: 'odd', id, block: BigInt(data.block_timestamp), part, isApproval: data.type === 'Approval', raw };
}

/**
 * Reads a row of `/transactions`.
 *
 * @throws RejectedAnswer if the bytes of a transaction are not those of its id.
 */
export function readNativeRow({ raw, value }: z.output<typeof nativeRow>): TransactionRow | InternalRow {
  if ('internal_tx_id' in value) return readInternalRow({ raw, value });
  const { txID: id, raw_data_hex: bytes, raw_data: json, ret, blockNumber } = value;
  const content = bytes == null ? undefined : signedContent(id, bytes, json);
  const { fit: inner, odd } = value.internal_transactions;
  return {
    type: 'transaction',
    id,
    block: BigInt(value.block_timestamp),
    content,
    claimedOwner: ownerJson.safeParse(json).data?.contract[0]?.parameter.value.owner_address,
    outcome: {
      isFailed: ret.some((each) => !isSuccess(each.contractRet) || !isSuccess(each.ret)),
      fee: ret.reduce((sum, { fee }) => sum + fee, 0n),
      energy: value.energy_usage_total ?? 0n,
      block: blockNumber == null ? undefined : BigInt(blockNumber),
      time: value.block_timestamp,
      claimed: value.withdraw_amount ?? undefined,
      withdrawn: value.withdraw_expire_amount ?? undefined,
      unfrozen: value.unfreeze_amount ?? undefined,
      unread: odd.map(() => rowParts.internals),
      transfers: undefined,
      internals: inner.flatMap(movementsOf),
    },
    named: [bytes ?? stringifyJson(json), ...inner.map(partiesOf), ...odd.map(stringifyJson)].join(' ').toLowerCase(),
    raw,
  };
}

export function readInternalRow({ raw, value }: z.output<typeof internalOnlyRow>): InternalRow {
  const { tx_id: id, internal_tx_id: internalId, block_timestamp: time } = value;
  const parties = { from: value.from_address ?? undefined, to: value.to_address ?? undefined };
  return { type: 'internal', id, block: BigInt(time), internalId, ...parties, movements: movementsOf(value), raw };
}

export function readTransferRow({ raw, value }: z.output<typeof transferRow>): TransferRow {
  const { transaction_id: id, token_info: token, block_timestamp: time, from, to, type, value: amountOf } = value;
  const isTransfer = type === 'Transfer';
  return {
    type: 'transfer',
    id,
    block: BigInt(time),
    isTransfer,
    contract: token.address,
    symbol: token.symbol ?? '',
    from,
    to,
    amount: amountOf,
    raw,
  };
}

function partiesOf({ from_address: from, to_address: to }: z.output<typeof internal>): string {
  return `${from} ${to}`;
}

function movementsOf({ data, from_address: from, to_address: to }: z.output<typeof internal>): Internal[] {
  const { rejected, note, moved } = data;
  if (rejected || !from || !to || from === to || !isMoving(note)) return [];
  return moved.map(({ asset, sum }) => ({ from, to, amount: sum, asset: asset === '_' ? undefined : asset }));
}
