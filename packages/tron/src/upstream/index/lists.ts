import { largeAnswer, once, RejectedAnswer } from '@isochain/core/upstream';
import type * as z from 'zod';
import { type Address, toBase58Address, toContractAddress } from '../../address/address.ts';
import { checkBlockTime } from '../block-time.ts';
import { indexQuery, type Query } from '../query.ts';
import { page } from './fields.ts';
import {
  type InternalRow,
  internalOnlyRow,
  nativeRow,
  type OddRow,
  readInternalRow,
  readNativeRow,
  readOddRow,
  readTransferRow,
  rowParts,
  type TransactionRow,
  type TransferRow,
  transferRow,
} from './rows.ts';

/** The lists that TronGrid keeps of an account, and their rows. */
export interface ListRows {
  readonly transactions: TransactionRow | InternalRow | OddRow;
  readonly transfers: TransferRow | OddRow;
  readonly internals: InternalRow | OddRow;
}

/** Which part of a list to read. */
export interface ListWish {
  readonly account: Address;
  /** How many rows. At most 200 (developers.tron.network, TronGrid v1). */
  readonly limit: number;
  /** Only rows up to this time, in milliseconds since 1970. */
  readonly until?: bigint | undefined;
  /** Of the page before. All else must be as it was there. */
  readonly fingerprint?: string | undefined;
}

export interface ListPage<Row> {
  /** Newest first. Rows that do not say which transaction they belong to, or when it was, are left out. */
  readonly rows: readonly Row[];
  /** How many rows came, with those that are left out. */
  readonly count: number;
  /** How many of them are left out. None by default. */
  readonly unlisted?: number;
  /** Where the list goes on. Full pages sometimes lack it. */
  readonly fingerprint: string | undefined;
}

/** A page of one list, newest first. */
export const lists: { readonly [Name in keyof ListRows]: (wish: ListWish) => Query<ListPage<ListRows[Name]>> } = {
  transactions: listOf('transactions', rowParts.transactions, nativeRow, readNativeRow, checkNative),
  transfers: listOf('transactions/trc20', rowParts.transfers, transferRow, readTransferRow, checkParties),
  internals: listOf('internal-transactions', rowParts.internals, internalOnlyRow, readInternalRow, checkParties),
};

/**
 * @param part - What a row is, where it cannot be read.
 * @param check - Whether a row is what was asked for. Throws RejectedAnswer.
 */
function listOf<S extends z.ZodType, Row extends ListRows[keyof ListRows]>(
  path: string,
  part: string,
  schema: S,
  readRow: (row: z.output<S>) => Row,
  check: (row: Row, account: Address) => void,
): (wish: ListWish) => Query<ListPage<Row | OddRow>> {
  const readAny = (raw: unknown): Row | OddRow | undefined => {
    const { success, data } = schema.safeParse(raw);
    return success ? readRow(data) : readOddRow(raw, part);
  };
  /** A movement by a contract that lacks a party does not say whose it is. */
  const whole = (row: Row | OddRow, account: Address): Row | OddRow | undefined => {
    if (row.type !== 'internal' || row.from === account || row.to === account) return row;
    return row.from === undefined || row.to === undefined ? readOddRow(row.raw, part) : row;
  };
  const isOdd = (row: Row | OddRow): row is OddRow => row.type === 'odd';
  const wholePage = page.transform(({ data, meta }) => ({ meta, data: data.map((raw) => once(() => readAny(raw))) }));
  return ({ account, limit, until, fingerprint }) =>
    indexQuery<z.output<typeof wholePage>, ListPage<Row | OddRow>>({
      path: `/v1/accounts/${toBase58Address(account)}/${path}`,
      route: `/v1/accounts/{account}/${path}`,
      query: {
        limit: String(limit),
        order_by: 'block_timestamp,desc',
        ...(until === undefined ? {} : { max_timestamp: until.toString() }),
        ...(fingerprint === undefined ? {} : { fingerprint }),
      },
      schema: wholePage,
      steps: ({ data }) => data,
      maxBytes: largeAnswer,
      read: ({ data, meta }) => {
        const found = data.flatMap((read) => read() ?? []).flatMap((row) => whole(row, account) ?? []);
        for (const row of found) if (!isOdd(row)) check(row, account);
        const rows = found.filter((row) => isOdd(row) || row.block > 0n);
        checkOrder(rows, until);
        if (rows.length === 0 && data.length >= limit && meta?.fingerprint == null)
          throw new RejectedAnswer('none of its rows says when it was');
        return {
          rows,
          count: data.length,
          unlisted: data.length - rows.length,
          fingerprint: meta?.fingerprint ?? undefined,
        };
      },
    });
}

/** @throws RejectedAnswer */
function checkOrder(rows: readonly ListRows[keyof ListRows][], until: bigint | undefined): void {
  const isSorted = rows.every(({ block }, i) => block <= (rows[i - 1]?.block ?? until ?? block));
  if (!isSorted) throw new RejectedAnswer('its list is not in the order that was asked for');
}

/** @throws RejectedAnswer */
function checkNative(row: ListRows['transactions'], account: Address): void {
  // Movements by contracts have a list of their own, which is checked.
  if (row.type !== 'transaction') return;
  checkBlockTime(Number(row.block), row.content?.expiration ?? 0);
  // A contract names its parties in many ways, but always by the 20 bytes of the address.
  if (!row.named.includes(toContractAddress(account).slice(2))) throw otherAccount();
}

/** @throws RejectedAnswer */
function checkParties({ from, to }: TransferRow | InternalRow, account: Address): void {
  if (from !== account && to !== account) throw otherAccount();
}

function otherAccount(): RejectedAnswer {
  return new RejectedAnswer('it lists a transaction of another account');
}
