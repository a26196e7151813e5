import { withRaw } from '@isochain/core';
import { largeAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { agrees } from '../../read/agrees.ts';
import { headOf } from '../head.ts';
import { type OperationRecord, recordOf, recordSchema } from '../operation-record.ts';
import { indexOf, ledgerOf, transactionPlace } from '../place.ts';
import { horizonQuery, isMissing, type Query } from '../query.ts';
import { type MinedTransaction, readMined, transactionSchema } from './transactions.ts';

/** The most records of one page (stellar/stellar-docs, data/apis/horizon/api-reference/structure/pagination). */
export const mostRecords = 200;

const page = <T>(record: z.ZodType<T>) =>
  z.object({ _embedded: z.object({ records: z.array(withRaw(record)).max(mostRecords) }) });

const plainPage = page(recordSchema);
const joinedPage = page(recordSchema.extend({ transaction: transactionSchema }));

/** The operations of a transaction, in its order. Undefined if the server does not have it. */
export function operationsOf(id: string): Query<readonly OperationRecord[] | undefined> {
  return horizonQuery<z.output<typeof plainPage>, readonly OperationRecord[] | undefined>({
    path: `/transactions/${id}/operations`,
    route: '/transactions/{id}/operations',
    query: { order: 'asc', limit: mostRecords },
    schema: plainPage,
    maxBytes: largeAnswer,
    read: ({ _embedded: { records } }) => records.map(({ value, raw }) => recordOf(value, raw)),
    refused: (error) => (isMissing(error) ? { value: undefined } : undefined),
  });
}

/** A transaction of an account, with those of its operations that the server told. */
interface Entry {
  readonly transaction: MinedTransaction;
  /** Where it stands in the history. */
  readonly place: bigint;
  /** The latest ledger. */
  readonly head: bigint | undefined;
  /** Newest first. Never empty. */
  readonly records: readonly OperationRecord[];
}

/** A page of a history, newest first. */
export interface EntryPage {
  readonly entries: readonly Entry[];
  /** Whether more may follow. */
  readonly isFull: boolean;
}

interface Wish {
  readonly account: Address;
  /** The most records. */
  readonly limit: number;
  /** Where the transaction stands that the page before ended with. */
  readonly after: bigint | undefined;
  readonly passphrase: string;
}

/** Transactions that an account took part in, with failed ones. None if the server does not know the account, or does not keep what is so old. */
export function entriesOf({ account, limit, after, passphrase }: Wish): Query<EntryPage> {
  const query = horizonQuery<z.output<typeof joinedPage>, z.output<typeof joinedPage> | undefined>({
    path: `/accounts/${account}/operations`,
    route: '/accounts/{account}/operations',
    query: {
      order: 'desc',
      limit,
      include_failed: 'true',
      join: 'transactions',
      ...(after === undefined ? {} : { cursor: after.toString() }),
    },
    schema: joinedPage,
    maxBytes: largeAnswer,
    read: (value) => value,
    refused: (error) => (isMissing(error) || error.type.endsWith('/before_history') ? { value: undefined } : undefined),
  });
  return {
    ...query,
    read(answer) {
      const found = query.read(answer);
      const head = headOf(answer);
      // What came between its latest ledger and the page before would be missing.
      if (after !== undefined && head !== undefined && head < ledgerOf(after))
        throw new RejectedAnswer('it has not read the chain that far', 'unavailable');
      const records = found?._embedded.records ?? [];
      if (records.length > limit) throw new RejectedAnswer('it answers what was not asked');
      const list = records.map(({ value, raw }) => ({ record: recordOf(value, raw), joined: value.transaction }));
      checkOrder(
        list.map(({ record }) => record),
        after,
      );
      return { entries: grouped(list, account, passphrase, head), isFull: records.length === limit };
    },
  };
}

/** @throws RejectedAnswer if operations do not come newest first, come twice, or were not asked for. */
function checkOrder(records: readonly OperationRecord[], after: bigint | undefined): void {
  let last = after;
  for (const { id } of records) {
    if (last !== undefined && id >= last) throw new RejectedAnswer('it answers what was not asked');
    last = id;
  }
}

interface Joined {
  readonly record: OperationRecord;
  readonly joined: z.output<typeof transactionSchema>;
}

function grouped(
  list: readonly Joined[],
  account: Address,
  passphrase: string,
  head: bigint | undefined,
): readonly Entry[] {
  const groups = new Map<bigint, Joined[]>();
  for (const each of list) {
    const place = transactionPlace(each.record.id);
    groups.set(place, [...(groups.get(place) ?? []), each]);
  }
  const entries = [...groups].map(([place, members]): Entry => {
    // A group has a member.
    const [{ joined }] = members as [Joined, ...Joined[]];
    const transaction = readMined(joined, passphrase);
    const records = members.map(({ record }) => record);
    checkRecords(transaction, records, account);
    return { transaction, place, head, records };
  });
  if (new Set(entries.map(({ transaction }) => transaction.id)).size < entries.length)
    throw new RejectedAnswer('it answers a transaction twice');
  return entries;
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
