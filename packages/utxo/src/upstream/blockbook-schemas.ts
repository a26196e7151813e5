import { withRaw } from '@isochain/core';
import * as z from 'zod';
import type { Outpoint } from '../coin.ts';
import { type ChainTransaction, type Head, unreadTransaction } from './backend.ts';
import {
  countSchema,
  eachOf,
  hashSchema,
  heightSchema,
  hexSchema,
  type ListedCoins,
  listOf,
  maxChildIndex,
  maxHeight,
  outputIndexSchema,
  possible,
  possibleSum,
  rawSchema,
  timeSchema,
} from './common-schemas.ts';

// Answers of Blockbook: trezor/blockbook, docs/api, and api/types.go for what docs/api leaves out. Members that are empty or 0 are often left out.

const integer = z.string().regex(/^-?\d{1,25}$/);
/** -1 or 0 in the mempool. */
const blockHeight = z.union([heightSchema, z.literal(-1)]);
/** Negative for what stands in no block of the chain, and conflicts with what does (Bitcoin Core, src/wallet/wallet.h: GetTxDepthInMainChain). */
const depth = z.int().min(-maxHeight).max(maxHeight);
const flag = z.boolean().nullish();
const owner = z.object({ addresses: z.array(z.string()).nullish(), isAddress: flag, isOwn: flag });

/** A position in an account: `m/84'/0'/0'/1/7` is index 7 of the change addresses. Other branches are not ours. */
const pathSchema = z.string().transform((path, { issues }) => {
  const [, branch, index] = /\/([01])\/(0|[1-9]\d{0,9})$/.exec(path) ?? [];
  if (index !== undefined && Number(index) <= maxChildIndex)
    return { branch: branch === '1' ? 1 : 0, index: Number(index) } as const;
  issues.push({ code: 'custom', input: path, message: 'expected a path that ends in branch and index' });
  return z.NEVER;
});

/** A coin as the list has it. */
export interface ListedCoin extends Outpoint {
  readonly value: bigint;
  readonly height: number | undefined;
  readonly confirmations: number;
  /** Only for coins with fewer than 100 confirmations. */
  readonly isCoinbase: boolean;
  /** Only for extended keys. */
  readonly address: string | undefined;
  readonly position: { readonly branch: 0 | 1; readonly index: number } | undefined;
}

/** @param maxSupply - No amount is above it. */
export function amountSchema(maxSupply: bigint | undefined): z.ZodType<bigint> {
  return possible(integer.transform(BigInt), maxSupply);
}

/** @param amount - Of `amountSchema`. */
export function coinsSchema(
  amount: z.ZodType<bigint>,
  maxSupply: bigint | undefined,
): z.ZodType<ListedCoins<ListedCoin>> {
  const coin = z
    .object({
      txid: hashSchema,
      vout: outputIndexSchema,
      value: amount,
      height: blockHeight.nullish(),
      confirmations: depth,
      coinbase: flag,
      address: z.string().nullish(),
      path: pathSchema.nullish(),
    })
    .transform(({ txid, vout, value, height, confirmations, coinbase, address, path }): ListedCoin | null => {
      // It conflicts with the chain.
      if (confirmations < 0) return null;
      const isConfirmed = typeof height === 'number' && height > 0 && confirmations > 0;
      return {
        ...{ txid, vout, value, confirmations },
        height: isConfirmed ? height : undefined,
        isCoinbase: coinbase === true,
        address: address ?? undefined,
        position: path ?? undefined,
      };
    });
  return listOf(coin, maxSupply);
}

/** A transaction, and the height of the best block if it is in one. */
export interface ListedTransaction {
  readonly transaction: ChainTransaction;
  readonly tip: number | undefined;
  /** Whether the server counts it among those in blocks, also if it says that its block is none of the chain. */
  readonly isCounted: boolean;
}

const placeShape = z.object({
  txid: hashSchema,
  blockHeight: blockHeight.nullish(),
  confirmations: depth.nullish(),
  /** Seconds; of its first sight while it is in the mempool. */
  blockTime: timeSchema.nullish(),
});

function placeOf({ blockHeight: at, confirmations, blockTime }: z.output<typeof placeShape>) {
  const isMined = confirmations != null && confirmations > 0;
  const height = isMined && at && at > 0 ? at : undefined;
  return {
    height,
    isCounted: typeof at === 'number' && at > 0 && confirmations !== 0,
    time: blockTime ? blockTime * 1000 : undefined,
    tip: height && confirmations ? height + confirmations - 1 : undefined,
  };
}

/** @param amount - Of `amountSchema`. */
export function transactionSchema(amount: z.ZodType<bigint>): z.ZodType<ListedTransaction> {
  const side = { ...owner.shape, value: amount.nullish(), hex: hexSchema.nullish() };
  const shape = z.object({
    ...placeShape.shape,
    version: z.int().nullish().catch(undefined),
    vin: z.array(
      z.object({
        ...side,
        txid: hashSchema.nullish(),
        vout: outputIndexSchema.nullish(),
        coinbase: z.string().nullish(),
        sequence: countSchema.nullish(),
      }),
    ),
    vout: z.array(z.object(side)),
    fees: amount.nullish(),
  });
  return withRaw(shape).transform(({ raw, value: read }) => {
    const { txid, vin, vout, fees } = read;
    const { height, time, tip, isCounted } = placeOf(read);
    const isCoinbase = vin.some(({ coinbase }) => Boolean(coinbase));
    const inputs = vin.filter((input) => typeof input.txid === 'string');
    // What is inside MWEB has neither script nor amount.
    const outputs = vout.filter(({ hex, value }) => Boolean(hex) || Boolean(value));
    const isWhole = isCoinbase || (inputs.length === vin.length && outputs.length === vout.length);
    return {
      ...{ tip, isCounted },
      transaction: {
        txid,
        height,
        time,
        version: read.version ?? undefined,
        isCoinbase,
        inputs: inputs.map((input) => ({
          txid: input.txid ?? '',
          vout: input.vout ?? 0,
          value: input.value ?? undefined,
          script: undefined,
          address: addressOf(input),
          isOwn: input.isOwn === true,
          sequence: input.sequence ?? undefined,
          scriptSig: input.hex ?? undefined,
        })),
        outputs: outputs.map((output) => ({
          value: output.value ?? 0n,
          script: output.hex ?? '',
          address: addressOf(output),
          isOwn: output.isOwn === true,
        })),
        fee: isWhole && inputs.every(({ value }) => typeof value === 'bigint') ? (fees ?? undefined) : undefined,
        raw,
      },
    };
  });
}

/** `OP_RETURN ...` and bare multisignature stand in the same place. */
function addressOf({ addresses, isAddress }: z.output<typeof owner>) {
  return isAddress === true && addresses?.length === 1 ? addresses[0] : undefined;
}

/** Balances and transactions of an address or an extended key. */
export type AccountAnswer = z.output<ReturnType<typeof accountSchema>>;

/** @param maxSupply - No balance is above it. */
export function accountSchema(transaction: z.ZodType<ListedTransaction>, maxSupply: bigint | undefined) {
  const sum = integer.transform(BigInt);
  const anyPlace = z.object({
    txid: hashSchema,
    blockHeight: placeShape.shape.blockHeight,
    confirmations: placeShape.shape.confirmations.catch(undefined),
    blockTime: placeShape.shape.blockTime.catch(undefined),
  });
  const placed = withRaw(anyPlace).transform(({ raw, value }): ListedTransaction => {
    const { height, time, tip, isCounted } = placeOf(value);
    return { tip, isCounted, transaction: unreadTransaction(value.txid, height, time, raw) };
  });
  return z.object({
    page: z.int().nullish(),
    balance: possibleSum(sum, maxSupply, 0n),
    /** May be negative. */
    unconfirmedBalance: possibleSum(sum, maxSupply).nullish(),
    /** In blocks. */
    txs: countSchema,
    unconfirmedTxs: countSchema.nullish(),
    /** One that does not fit keeps its place, and is undefined if it does not tell its id. */
    transactions: eachOf(z.union([transaction, placed])).nullish(),
    /** The addresses of an extended key. Those of other branches are left out. */
    tokens: z
      .array(z.unknown())
      .transform((all) => all.flatMap((each) => tokenSchema.safeParse(each).data ?? []))
      .nullish(),
  });
}

const tokenSchema = z.object({ path: pathSchema });

export function transactionsOf(answer: AccountAnswer | undefined): ChainTransaction[] {
  return answer?.transactions?.flatMap((listed) => listed?.transaction ?? []) ?? [];
}

export const statusSchema = z
  .object({ blockbook: z.object({ bestHeight: heightSchema }) })
  .transform(({ blockbook }) => blockbook.bestHeight);

/** The best block, of the node behind the index. */
export const headSchema = z
  .object({ backend: z.object({ blocks: heightSchema, bestBlockHash: hashSchema }) })
  .transform(
    ({ backend }): Head => ({
      height: backend.blocks,
      hashes: new Map([[backend.blocks, backend.bestBlockHash]]),
    }),
  );

/** Undefined for an unknown block: trezor/blockbook, db/rocksdb.go, GetBlockHash, answers an empty string. */
export const blockHashSchema = z
  .object({ blockHash: z.union([hashSchema, z.literal('')]) })
  .transform(({ blockHash }) => (blockHash === '' ? undefined : blockHash));

/** A transaction in full. */
export const fullSchema = z.object({ hex: rawSchema }).transform((transaction) => transaction.hex);

/** Which transactions in blocks spend the outputs of one. */
export const spendsSchema = z
  .object({ vout: z.array(z.object({ spentTxId: hashSchema.nullish() })) })
  .transform(({ vout }) => vout.map(({ spentTxId }) => spentTxId ?? undefined));

/** Coins per 1,000 bytes, as smallest units; undefined where the node has no estimate and says -1. */
export const feeSchema = z.object({ result: z.string() }).transform(({ result }, { issues }) => {
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d{1,9})(?:\.(\d{1,8}))?$/.exec(result) ?? [];
  if (whole === '') issues.push({ code: 'custom', input: result, message: 'expected an amount of coins' });
  const rate = BigInt(whole + decimals.padEnd(8, '0'));
  return sign === '' && rate > 0n ? rate : undefined;
});

export const sentSchema = z.object({ result: hashSchema }).transform(({ result }) => result);
