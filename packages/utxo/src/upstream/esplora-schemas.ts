import { attempt, withRaw } from '@isochain/core';
import { jsonInteger, parseJson } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Outpoint } from '../coin.ts';
import { type ChainTransaction, type Head, type Totals, unreadTransaction } from './backend.ts';
import {
  countSchema,
  eachOf,
  hashSchema,
  heightSchema,
  hexSchema,
  type ListedCoins,
  listOf,
  outputIndexSchema,
  possible,
  possibleSum,
  timeSchema,
} from './common-schemas.ts';

// What Esplora answers: https://github.com/Blockstream/esplora/blob/master/API.md

/** A height, as text. */
export const tipSchema = z
  .string()
  .trim()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .pipe(heightSchema);

/** Blocks, the newest first. */
export const blocksSchema = z
  .array(z.object({ id: hashSchema, height: heightSchema }))
  .min(1)
  .transform(
    (blocks): Head => ({
      height: Math.max(...blocks.map(({ height }) => height)),
      hashes: new Map(blocks.map(({ id, height }) => [height, id])),
    }),
  );

const statusShape = z.object({
  confirmed: z.boolean(),
  block_height: heightSchema.nullish(),
  block_time: timeSchema.nullish(),
});

type Status = z.infer<typeof statusShape>;

const hasHeight = ({ confirmed, block_height }: Status) => !confirmed || typeof block_height === 'number';

const status = statusShape.refine(hasHeight, { error: 'expected block_height' });

const heightOf = ({ confirmed, block_height }: Status) => (confirmed ? (block_height ?? undefined) : undefined);

/** Milliseconds since 1970. */
const timeOf = ({ confirmed, block_time }: Status) =>
  confirmed && typeof block_time === 'number' ? block_time * 1000 : undefined;

/** A coin as the list of an address has it. */
export interface ListedCoin extends Outpoint {
  readonly value: bigint;
  readonly height: number | undefined;
}

/** @param maxSupply - No amount is above it. */
export function amountSchema(maxSupply: bigint | undefined): z.ZodType<bigint> {
  return possible(jsonInteger(), maxSupply);
}

/** @param amount - Of `amountSchema`. */
export function coinsSchema(
  amount: z.ZodType<bigint>,
  maxSupply: bigint | undefined,
): z.ZodType<ListedCoins<ListedCoin>> {
  const coin = z
    .object({ txid: hashSchema, vout: outputIndexSchema, value: amount, status })
    .transform(({ txid, vout, value, status }) => ({ txid, vout, value, height: heightOf(status) }));
  return listOf(coin, maxSupply);
}

/** @param amount - Of `amountSchema`. */
export function transactionSchema(amount: z.ZodType<bigint>): z.ZodType<ChainTransaction> {
  const output = z.object({ value: amount, scriptpubkey: hexSchema, scriptpubkey_address: z.string().nullish() });
  const input = z.object({
    txid: hashSchema,
    vout: outputIndexSchema,
    is_coinbase: z.boolean(),
    scriptsig: hexSchema.nullish(),
    sequence: countSchema.nullish(),
    prevout: output.nullish(),
  });
  const shape = z.object({
    txid: hashSchema,
    version: z.int().nullish().catch(undefined),
    vin: z.array(input).min(1),
    vout: z.array(output).min(1),
    fee: amount.nullish(),
    status,
  });
  return withRaw(shape).transform(({ raw, value: read }): ChainTransaction => {
    const isCoinbase = read.vin.some(({ is_coinbase }) => is_coinbase);
    return {
      txid: read.txid,
      height: heightOf(read.status),
      time: timeOf(read.status),
      version: read.version ?? undefined,
      isCoinbase,
      inputs: isCoinbase
        ? []
        : read.vin.map(({ txid, vout, prevout, sequence, scriptsig }) => ({
            txid,
            vout,
            value: prevout?.value,
            script: prevout?.scriptpubkey,
            address: prevout?.scriptpubkey_address ?? undefined,
            sequence: sequence ?? undefined,
            scriptSig: scriptsig ?? undefined,
          })),
      outputs: read.vout.map(({ value, scriptpubkey, scriptpubkey_address }) => ({
        value,
        script: scriptpubkey,
        address: scriptpubkey_address ?? undefined,
      })),
      fee: read.fee ?? undefined,
      raw,
    };
  });
}

/** Transactions of an address. */
export interface ListedTransactions {
  readonly transactions: readonly ChainTransaction[];
  /** How many are left out, because they do not tell their id or their place. */
  readonly unlisted: number;
}

/**
 * Transactions of an address. One that does not fit keeps its place.
 *
 * @param transaction - Of `transactionSchema`.
 */
export function transactionsSchema(transaction: z.ZodType<ChainTransaction>): z.ZodType<ListedTransactions> {
  const at = statusShape.extend({ block_time: timeSchema.nullish().catch(undefined) }).refine(hasHeight);
  const placed = withRaw(z.object({ txid: hashSchema, status: at })).transform(
    ({ raw, value: { txid, status: found } }) => unreadTransaction(txid, heightOf(found), timeOf(found), raw),
  );
  return eachOf(z.union([transaction, placed])).transform((all) => {
    const transactions = all.flatMap((each) => each ?? []);
    return { transactions, unlisted: all.length - transactions.length };
  });
}

/** Sums of what an address received and spent. */
export interface AddressStats extends Totals {
  readonly spending: bigint;
  /** Of transactions in blocks. */
  readonly confirmedCount: number;
  /** Number of transactions, including the mempool. */
  readonly count: number;
}

const total = jsonInteger().refine((value) => value >= 0n);

const side = z
  .object({ tx_count: countSchema, funded_txo_sum: total, spent_txo_sum: total })
  .transform(({ tx_count, funded_txo_sum, spent_txo_sum }) => ({
    count: tx_count,
    balance: funded_txo_sum - spent_txo_sum,
    spent: spent_txo_sum,
  }));

/** @param maxSupply - No balance is above it. */
export function statsSchema(maxSupply: bigint | undefined): z.ZodType<AddressStats> {
  const [confirmed, pending] = [possibleSum(z.bigint(), maxSupply, 0n), possibleSum(z.bigint(), maxSupply)];
  return z
    .object({
      chain_stats: side.refine(({ balance }) => confirmed.safeParse(balance).success),
      mempool_stats: side.refine(({ balance }) => pending.safeParse(balance).success),
    })
    .transform(({ chain_stats, mempool_stats }) => ({
      confirmed: chain_stats.balance,
      pending: mempool_stats.balance,
      spending: mempool_stats.spent,
      confirmedCount: chain_stats.count,
      count: chain_stats.count + mempool_stats.count,
    }));
}

export const spendSchema = z
  .object({ spent: z.boolean(), txid: hashSchema.nullish() })
  .transform(({ spent, txid }) => (spent ? (txid ?? undefined) : undefined));

/** Smallest unit per virtual byte, as a JSON number. It is an estimate, so the precision of a `number` suffices. */
const rate = z.number().positive().max(1e9);

/** Fee rates by the number of blocks. Empty if the node has seen too few transactions. */
export const feeEstimatesSchema = z.record(z.string().regex(/^\d{1,4}$/), rate);

const preciseFees = z.object({
  ...{ fastestFee: rate, halfHourFee: rate, hourFee: rate, economyFee: rate },
  /** The least that its node takes (mempool/mempool, backend/src/api/fee-api.ts: mempoolminfee). */
  minimumFee: rate.nullish().catch(undefined),
});

/** Checked as text: servers that do not know the path may answer with a page of their website. */
export const preciseFeesSchema = z.string().transform((text) => attempt(() => preciseFees.parse(parseJson(text))));
