import { largeAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { agrees } from '../../read/agrees.ts';
import { hash, integer } from '../fields.ts';
import { type OperationRecord, recordOf, recordSchema } from '../operation-record.ts';
import { indexOf, ledgerOf, transactionPlace } from '../place.ts';
import { horizonQuery, isMissing, mapped, type Query } from '../query.ts';
import { type ReadRows, readOnce } from '../read-once.ts';
import {
  type Listed,
  type ListedTransaction,
  listOf,
  type MinedTransaction,
  readMined,
  transactionSchema,
  transactionsOf,
  type UnreadTransaction,
  type Wish,
} from './transactions.ts';

/** The most records of one page (stellar/stellar-docs, data/apis/horizon/api-reference/structure/pagination). */
export const mostRecords = 200;

const plainPage = z.object({ _embedded: z.object({ records: z.array(z.unknown()).max(mostRecords) }) });

/** The operations of a transaction. */
export interface Operations {
  /** In their order. Those that cannot be read are left out. */
  readonly records: readonly OperationRecord[];
  /** How many there are, with those that cannot be read. */
  readonly count: number;
  readonly raw: readonly unknown[];
}

/** The operations of a transaction, in its order. Undefined if the server does not have it. */
export function operationsOf(id: string): Query<Operations | undefined> {
  return horizonQuery<z.output<typeof plainPage>, Operations | undefined>({
    path: `/transactions/${id}/operations`,
    route: '/transactions/{id}/operations',
    query: { order: 'asc', limit: mostRecords },
    schema: plainPage,
    maxBytes: largeAnswer,
    read: ({ _embedded: { records } }) => ({
      records: records.flatMap((raw) => readRecord(raw) ?? []),
      count: records.length,
      raw: records,
    }),
    refused: (error) => (isMissing(error) ? { value: undefined } : undefined),
  });
}

function readRecord(raw: unknown): OperationRecord | undefined {
  const { success, data } = recordSchema.safeParse(raw);
  return success ? recordOf(data, raw) : undefined;
}

/** A transaction of an account, with those of its operations that the server told. */
interface Entry extends UnreadTransaction {
  /** Undefined if it could not be read. */
  readonly transaction: MinedTransaction | undefined;
  /** The latest ledger. */
  readonly head: bigint | undefined;
  /** Newest first. None if the account only paid for it, or the like. */
  readonly records: readonly OperationRecord[];
  readonly raw: { readonly transaction?: unknown; readonly operations: readonly unknown[] };
}

/** A page of a history, newest first. */
export interface EntryPage {
  readonly entries: readonly Entry[];
  /** How many rows could not be read at all. */
  readonly unlisted: number;
  /** Whether more may follow. */
  readonly isFull: boolean;
}

/** What stands in neither list of an account, because others did it: they took its offers. */
export interface Taken {
  readonly rows: readonly Joined[];
  /** Whether there are more that are not in the rows. They are older. */
  readonly isCut: boolean;
  /** The oldest place that the list of trades goes back to. Undefined if it goes back to the beginning. */
  readonly end: bigint | undefined;
}

/** An operation with its transaction. */
export interface Joined extends UnreadTransaction {
  /** Its own place. */
  readonly operation: bigint;
  /** Undefined if it could not be read. */
  readonly record: OperationRecord | undefined;
  /** Undefined if it could not be read. */
  readonly transaction: MinedTransaction | undefined;
  /** Whether the server wrote a transaction, readable or not. */
  readonly isJoined: boolean;
  readonly raw: unknown;
}

const joinedSchema = z.object({
  id: integer,
  transaction_hash: hash,
  transaction_successful: z.boolean().optional().catch(undefined),
  transaction: z.unknown().optional(),
});

/** Where the history of an account stands: most of it in the list of its operations, and what others did for it in that of its transactions. */
export function historyQueries(wish: Wish) {
  return {
    operations: joinedOperations({ ...wish, limit: Math.min(wish.limit + spare, mostRecords) }),
    transactions: transactionsOf({ ...wish, limit: Math.min(wish.limit + 1, mostRecords) }),
  };
}

/** Operations that are asked for beyond the wished number of transactions: a transaction may have several of the account. */
const spare = 10;

function joinedOperations(wish: Wish): Query<Listed<Joined>> {
  const readRow = (raw: unknown) => readOnce(joinedRows, raw, () => readJoined(raw, wish.passphrase));
  const asked = listOf('operations', wish, { join: 'transactions' }, readRow, ({ operation }) => operation);
  return mapped(asked, (list) => {
    // A server that joins nothing does not know the parameter.
    if (list.rows.length > 0 && list.rows.every(({ isJoined }) => !isJoined))
      throw new RejectedAnswer('it answers without the transactions');
    return list;
  });
}

const joinedRows: ReadRows<Joined | undefined> = new WeakMap();

/**
 * Reads an operation that a server wrote with its transaction. Undefined if not even its place can be read.
 *
 * @param passphrase - Of the network.
 * @throws RejectedAnswer if the transaction has another id.
 */
export function readJoined(raw: unknown, passphrase: string): Joined | undefined {
  const placed = joinedSchema.safeParse(raw);
  if (!placed.success) return undefined;
  const { id: operation, transaction_hash: id, transaction_successful: isSuccess, transaction: joined } = placed.data;
  const { success, data } = transactionSchema.safeParse(joined);
  return {
    ...{ operation, id, place: transactionPlace(operation), isSuccess },
    record: readRecord(raw),
    transaction: success ? readMined(data, passphrase) : undefined,
    isJoined: joined !== undefined,
    raw,
  };
}

/**
 * Puts the two lists of a history together, with trades that stand in neither. What stands only in one of them is shown as far back as the other one goes.
 *
 * @throws RejectedAnswer if they cannot both be true.
 */
export function joinHistory(
  account: Address,
  { operations, transactions }: Lists,
  taken: Taken = { rows: [], isCut: false, end: undefined },
): EntryPage {
  const groups = new Map<bigint, Joined[]>();
  for (const row of operations.rows) groups.set(row.place, [...(groups.get(row.place) ?? []), row]);
  const byPlace = new Map(transactions.rows.map((row) => [row.place, row]));
  const takenAt = new Map(taken.rows.map((row) => [row.place, row]));
  const ends = [...endsOf({ operations, transactions }), ...(taken.end === undefined ? [] : [taken.end])];
  const places = [...new Set([...groups.keys(), ...byPlace.keys(), ...takenAt.keys()])]
    .filter((place) => ends.every((end) => place >= end))
    .sort((a, b) => (a > b ? -1 : 1));
  const entries = places.map((place): Entry => {
    const members = groups.get(place) ?? [];
    const [listed, other] = [byPlace.get(place), takenAt.get(place)];
    // A place has a row in one of the lists.
    const { id, isSuccess } = (members[0] ?? listed ?? other) as UnreadTransaction;
    const transaction =
      members.find((row) => row.transaction !== undefined)?.transaction ?? (listed ?? other)?.transaction;
    const records = members.flatMap(({ record }) => record ?? []);
    if (transaction !== undefined) checkRecords(transaction, records, account);
    return {
      ...{ id: transaction?.id ?? id, place, isSuccess, transaction, records },
      head: operations.head ?? transactions.head,
      raw: {
        ...(members.length === 0 && listed !== undefined ? { transaction: listed.raw } : {}),
        operations: (members.length === 0 && listed === undefined && other !== undefined ? [other] : members).map(
          ({ raw }) => raw,
        ),
      },
    };
  });
  if (new Set(entries.map(({ id }) => id)).size < entries.length)
    throw new RejectedAnswer('it answers a transaction twice');
  return {
    entries,
    unlisted: Math.max(operations.unlisted, transactions.unlisted),
    isFull: operations.isFull || transactions.isFull || taken.isCut || taken.end !== undefined,
  };
}

/** The two lists of a history. */
export interface Lists {
  readonly operations: Listed<Joined>;
  readonly transactions: Listed<ListedTransaction>;
}

/** How far back each list goes that more may follow. */
export function endsOf({ operations, transactions }: Lists): bigint[] {
  return [operations, transactions].flatMap(({ isFull, rows }) => (isFull ? (rows.at(-1)?.place ?? []) : []));
}

/**
 * Compares operations with what was signed.
 *
 * @param account - Who takes part in each of them, if it is known.
 * @throws RejectedAnswer if they differ.
 */
export function checkRecords(
  { id, content, isSuccess, ledger }: MinedTransaction,
  records: readonly OperationRecord[],
  account?: Address,
): void {
  for (const record of records) {
    const isOfIt =
      (record.transactionId === id || record.transactionId === content?.id) &&
      record.isSuccess === isSuccess &&
      ledgerOf(record.id) === ledger;
    if (!isOfIt) throw new RejectedAnswer('it answers with operations of another transaction');
    if (content !== undefined && !agrees(record, content.operations, indexOf(record.id), account))
      throw new RejectedAnswer('it says of an operation what does not stand in it');
  }
}
