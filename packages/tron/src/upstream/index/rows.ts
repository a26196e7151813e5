import { withRaw } from '@isochain/core';
import { stringifyJson } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import type { Content } from '../../bytes/content.ts';
import { amount, hash, hex, list, milliseconds } from '../fields.ts';
import { type Internal, isMoving, isSuccess, type Outcome } from '../outcome.ts';
import { signedContent } from '../signed-bytes.ts';
import { anyAddress } from './fields.ts';

// Rows of TronGrid's lists of an account. All of them have the time of their block, by which the lists are sorted.

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

/** Tokens that moved from or to the account. */
export interface TransferRow extends Dated {
  readonly type: 'transfer';
  /** False for an approval, which moves nothing. */
  readonly isTransfer: boolean;
  readonly contract: Address;
  readonly from: Address;
  readonly to: Address;
  readonly amount: bigint;
}

/** A value of coins: a number, or `_` for sun and the numbers of TRC-10 tokens for theirs. */
const callValue = z.union([amount, z.record(z.string(), amount)]).default(0n);

const internalData = z.object({
  note: z.string().default(''),
  rejected: z.boolean().default(false),
  call_value: callValue,
  call_token_value: z.union([amount, z.object({ _: amount }).transform(({ _ }) => _)]).default(0n),
  token_id: z.union([z.string(), z.int().transform(String)]).optional(),
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
  raw_data_hex: hex.optional(),
  raw_data: z.unknown().optional(),
  ret: list(z.object({ contractRet: z.string().optional(), ret: z.string().optional(), fee: amount })),
  blockNumber: z.int().min(0).optional(),
  block_timestamp: milliseconds,
  energy_usage_total: amount,
  withdraw_amount: amount.optional(),
  withdraw_expire_amount: amount.optional(),
  unfreeze_amount: amount.optional(),
  internal_transactions: list(internal),
});

const ownerJson = z.object({
  contract: z.array(z.object({ parameter: z.object({ value: z.object({ owner_address: anyAddress }) }) })).length(1),
});

/** A row of `/transactions`. Movements by contracts stand between transactions, in another shape. */
export const nativeRow = z.union([withRaw(internalRow), withRaw(transactionRow)]);

/** A row of `/internal-transactions`. */
export const internalOnlyRow = withRaw(internalRow);

/** A row of `/transactions/trc20`. What `token_info` calls the token proves nothing. */
export const transferRow = withRaw(
  z.object({
    transaction_id: hash,
    token_info: z.object({ address: anyAddress }),
    block_timestamp: milliseconds,
    from: anyAddress,
    to: anyAddress,
    type: z.string(),
    value: z
      .string()
      .regex(/^\d{1,78}$/)
      .transform(BigInt)
      .refine((amountOf) => amountOf < 2n ** 256n, 'not a number of 256 bits'),
  }),
);

/**
 * Reads a row of `/transactions`.
 *
 * @throws RejectedAnswer if the bytes of a transaction are not those of its id.
 */
export function readNativeRow({ raw, value }: z.output<typeof nativeRow>): TransactionRow | InternalRow {
  if ('internal_tx_id' in value) return readInternalRow({ raw, value });
  const { txID: id, raw_data_hex: bytes, raw_data: json, ret, blockNumber } = value;
  const content = bytes === undefined ? undefined : signedContent(id, bytes, json);
  return {
    type: 'transaction',
    id,
    block: BigInt(value.block_timestamp),
    content,
    claimedOwner: ownerJson.safeParse(json).data?.contract[0]?.parameter.value.owner_address,
    outcome: {
      isFailed: ret.some((each) => !isSuccess(each.contractRet) || !isSuccess(each.ret)),
      fee: ret.reduce((sum, { fee }) => sum + fee, 0n),
      energy: value.energy_usage_total,
      block: blockNumber === undefined ? undefined : BigInt(blockNumber),
      time: value.block_timestamp,
      claimed: value.withdraw_amount,
      withdrawn: value.withdraw_expire_amount,
      unfrozen: value.unfreeze_amount,
      transfers: undefined,
      internals: value.internal_transactions.flatMap(movementsOf),
    },
    named: [bytes ?? stringifyJson(json), ...value.internal_transactions.map(partiesOf)].join(' ').toLowerCase(),
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
  const { rejected, note, call_value: value, call_token_value: tokens, token_id: asset } = data;
  if (rejected || !from || !to || from === to || !isMoving(note)) return [];
  const values = typeof value === 'bigint' ? [['_', value] as const] : Object.entries(value);
  const named = asset === undefined || asset === '0' ? [] : [[asset, tokens] as const];
  return [...values, ...named].flatMap(([key, sum]) =>
    sum === 0n ? [] : [{ from, to, amount: sum, asset: key === '_' ? undefined : key }],
  );
}
