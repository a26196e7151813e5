import type { HistoryEntry } from '@isochain/core/history';
import type { InternalRow, Row, TransactionRow, TransferRow } from '../../upstream/explorers/rows.ts';
import { isNativeEmitter } from '../transfers.ts';
import { isSpam } from './spam.ts';

/** All that an explorer lists of one transaction. */
export interface Group extends HistoryEntry {
  readonly transaction: TransactionRow | undefined;
  readonly transfers: readonly TransferRow[];
  readonly internals: readonly InternalRow[];
}

/** Rows of all lists that were read so far. */
interface Collected {
  readonly transactions: readonly TransactionRow[];
  readonly transfers: readonly TransferRow[];
  readonly internals: readonly InternalRow[];
}

/**
 * Groups rows by transaction. It leaves out spam, native coins that a contract reports as tokens too, internal movements of failed transactions, and
 * transactions with no rows left.
 *
 * @param account - In lower case.
 */
export function group(account: string, collected: Collected): Group[] {
  const transactions = byHash(collected.transactions);
  const isToken = ({ token }: TransferRow) => !isNativeEmitter(token.address);
  const transfers = byHash(eachOnce(collected.transfers.filter(isToken), ({ logIndex }) => logIndex));
  const internals = byHash(eachOnce(collected.internals, ({ inner }) => inner));
  const hashes = new Set([...transactions.keys(), ...transfers.keys(), ...internals.keys()]);
  const found = [...hashes].flatMap((hash): Found[] => {
    const transaction = transactions.get(hash)?.[0];
    const moved = (transfers.get(hash) ?? []).filter((transfer) => !isSpam(transfer, account, transaction));
    const inside = transaction?.state === 'failed' ? [] : (internals.get(hash) ?? []);
    if (transaction === undefined && moved.length === 0 && inside.length === 0) return [];
    const rows: readonly Row[] = [...(transaction === undefined ? [] : [transaction]), ...moved, ...inside];
    return [
      {
        hash,
        block: rows.find(({ block }) => block !== undefined)?.block,
        index: rows.find(({ index }) => index !== undefined)?.index,
        transaction,
        transfers: moved.toSorted((a, b) => (a.logIndex ?? 0) - (b.logIndex ?? 0)),
        internals: inside,
      },
    ];
  });
  return withPlaces(found);
}

type Found = Omit<Group, 'index'> & { readonly index: number | undefined };

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
