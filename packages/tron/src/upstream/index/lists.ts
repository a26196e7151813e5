import { largeAnswer, RejectedAnswer } from '@isochain/core/upstream';
import type * as z from 'zod';
import { type Address, toBase58Address, toContractAddress } from '../../address/address.ts';
import { checkBlockTime } from '../block-time.ts';
import { indexQuery, type Query } from '../query.ts';
import { page } from './fields.ts';
import {
  type InternalRow,
  internalOnlyRow,
  nativeRow,
  readInternalRow,
  readNativeRow,
  readTransferRow,
  type TransactionRow,
  type TransferRow,
  transferRow,
} from './rows.ts';

/** The lists that TronGrid keeps of an account, and their rows. */
export interface ListRows {
  readonly transactions: TransactionRow | InternalRow;
  readonly transfers: TransferRow;
  readonly internals: InternalRow;
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
  /** Newest first. */
  readonly rows: readonly Row[];
  /** Where the list goes on. Full pages sometimes lack it. */
  readonly fingerprint: string | undefined;
}

/** A page of one list, newest first. */
export const lists: { readonly [Name in keyof ListRows]: (wish: ListWish) => Query<ListPage<ListRows[Name]>> } = {
  transactions: listOf('transactions', nativeRow, readNativeRow, checkNative),
  transfers: listOf('transactions/trc20', transferRow, readTransferRow, ({ from, to }, account) =>
    checkParty([from, to], account),
  ),
  internals: listOf('internal-transactions', internalOnlyRow, readInternalRow, ({ from, to }, account) =>
    checkParty([from, to], account),
  ),
};

function listOf<S extends z.ZodType, Row extends ListRows[keyof ListRows]>(
  path: string,
  schema: S,
  readRow: (row: z.output<S>) => Row,
  check: (row: Row, account: Address) => void,
): (wish: ListWish) => Query<ListPage<Row>> {
  const envelope = page(schema);
  return ({ account, limit, until, fingerprint }) =>
    indexQuery<z.output<typeof envelope>, ListPage<Row>>({
      path: `/v1/accounts/${toBase58Address(account)}/${path}`,
      route: `/v1/accounts/{account}/${path}`,
      query: {
        limit: String(limit),
        order_by: 'block_timestamp,desc',
        ...(until === undefined ? {} : { max_timestamp: until.toString() }),
        ...(fingerprint === undefined ? {} : { fingerprint }),
      },
      schema: envelope as z.ZodType<z.output<typeof envelope>>,
      maxBytes: largeAnswer,
      read: ({ data, meta }) => {
        const rows = (data as z.output<S>[]).map(readRow);
        for (const row of rows) check(row, account);
        checkOrder(rows, until);
        return { rows, fingerprint: meta?.fingerprint };
      },
    });
}

/** @throws RejectedAnswer */
function checkOrder(rows: readonly ListRows[keyof ListRows][], until: bigint | undefined): void {
  const isSorted = rows.every(({ block }, i) => block > 0n && block <= (rows[i - 1]?.block ?? until ?? block));
  if (!isSorted) throw new RejectedAnswer('its list is not in the order that was asked for');
}

/** @throws RejectedAnswer */
function checkNative(row: ListRows['transactions'], account: Address): void {
  // Movements by contracts have a list of their own, which is checked.
  if (row.type === 'internal') return;
  checkBlockTime(Number(row.block), row.content?.expiration ?? 0);
  // A contract names its parties in many ways, but always by the 20 bytes of the address.
  if (!row.named.includes(toContractAddress(account).slice(2))) throw otherAccount();
}

/** @throws RejectedAnswer */
function checkParty(parties: readonly (Address | undefined)[], account: Address): void {
  if (!parties.includes(account)) throw otherAccount();
}

function otherAccount(): RejectedAnswer {
  return new RejectedAnswer('it lists a transaction of another account');
}
