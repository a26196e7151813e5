import type { HistoryEntry } from '@isochain/core/history';
import {
  type InternalRow,
  isOdd,
  type Lists,
  type OddRow,
  type Row,
  type TransactionRow,
  type TransferRow,
} from '../../upstream/explorers/rows.ts';
import { isNativeEmitter } from '../transfers.ts';
import { isSpam } from './spam.ts';

/** All that an explorer lists of one transaction. */
export interface Group extends HistoryEntry {
  readonly transaction: TransactionRow | undefined;
  readonly transfers: readonly TransferRow[];
  readonly internals: readonly InternalRow[];
  /** What could not be read. */
  readonly odd: readonly OddRow[];
  /** Contracts of tokens that were left out as scams, in lower case. */
  readonly scams: ReadonlySet<string>;
}

/** Rows of all lists that were read so far. */
type Collected = { readonly [Name in keyof Lists]: readonly Lists[Name][] };

/**
 * Groups rows by transaction. It leaves out spam, native coins that a contract reports as tokens too, internal movements of failed transactions, and
 * transactions with no rows left.
 *
 * @param account - In lower case.
 */
export function group(account: string, collected: Collected): Group[] {
  const transactions = byHash(read(collected.transactions));
  const isToken = ({ token }: TransferRow) => !isNativeEmitter(token.address);
  const transfers = byHash(eachOnce(read(collected.transfers).filter(isToken), ({ logIndex }) => logIndex));
  const internals = byHash(eachOnce(read(collected.internals), ({ inner }) => inner));
  const odd = byHash(Object.values(collected).flatMap((rows: readonly Row[]) => rows.filter(isOdd)));
  const hashes = new Set([...transactions.keys(), ...transfers.keys(), ...internals.keys(), ...odd.keys()]);
  const found = [...hashes].flatMap((hash): Found[] => {
    const transaction = transactions.get(hash)?.[0];
    const listed = transfers.get(hash) ?? [];
    const moved = listed.filter((transfer) => !isSpam(transfer, account, transaction));
    const inside = transaction?.state === 'failed' ? [] : (internals.get(hash) ?? []);
    const unread = odd.get(hash) ?? [];
    const rows: readonly Row[] = [...(transaction === undefined ? [] : [transaction]), ...moved, ...inside, ...unread];
    if (rows.length === 0) return [];
    const scams = new Set(listed.flatMap(({ isScam, token }) => (isScam ? token.address.toLowerCase() : [])));
    return [
      {
        hash,
        block: rows.find(({ block }) => block !== undefined)?.block,
        index: rows.find(({ index }) => index !== undefined)?.index,
        transaction,
        transfers: moved.toSorted((a, b) => (a.logIndex ?? 0) - (b.logIndex ?? 0)),
        internals: inside,
        odd: unread,
        scams,
      },
    ];
  });
  return withPlaces(found);
}

type Found = Omit<Group, 'index'> & { readonly index: number | undefined };

function read<R extends Row>(rows: readonly (R | OddRow)[]): R[] {
  return rows.filter((row): row is R => !isOdd(row));
}

/** Drops rows that repeat a place: they would count twice. Without places, equal rows may be two movements. */
function eachOnce<R extends Row>(rows: readonly R[], placeOf: (row: R) => number | undefined): R[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const place = placeOf(row);
    const key = `${row.hash} ${place}`;
    return place === undefined || (!seen.has(key) && seen.add(key));
  });
}

function byHash<R extends Row>(rows: readonly R[]): Map<string, R[]> {
  const found = new Map<string, R[]>();
  for (const row of rows) {
    const others = found.get(row.hash);
    if (others === undefined) found.set(row.hash, [row]);
    else others.push(row);
  }
  return found;
}

/**
 * Gives each transaction an index in its block. Blockscout's transfers tell only the log index: their transaction stands right after the last one
 * with a smaller log index. A transaction with neither index is last of its block.
 */
function withPlaces(found: readonly Found[]): Group[] {
  const known = new Map<bigint, { index: number; log: number }[]>();
  for (const { block, index, transfers } of found) {
    const log = transfers[0]?.logIndex;
    if (block === undefined || index === undefined || log === undefined) continue;
    const others = known.get(block);
    if (others === undefined) known.set(block, [{ index, log }]);
    else others.push({ index, log });
  }
  return found.map((entry) => {
    const { block, index, transfers } = entry;
    const log = transfers[0]?.logIndex;
    if (index !== undefined || block === undefined || log === undefined) return { ...entry, index: index ?? -1 };
    const before = (known.get(block) ?? []).filter((other) => other.log < log);
    // Adds less than 1, and keeps the order of the logs.
    return { ...entry, index: Math.max(-1, ...before.map((other) => other.index)) + (log + 1) / 2 ** 32 };
  });
}
