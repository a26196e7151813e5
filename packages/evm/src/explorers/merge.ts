import type { InternalRow, Row, TransactionRow, TransferRow } from './rows.ts';
import { isSpam } from './spam.ts';

/** All that explorers list of one transaction. */
export interface Group {
  readonly hash: string;
  readonly block: bigint | undefined;
  /** Place in its block; -1 where nobody tells. */
  readonly index: number;
  readonly transaction: TransactionRow | undefined;
  readonly transfers: readonly TransferRow[];
  readonly internals: readonly InternalRow[];
}

/** A place in a history: what comes after it is older. */
export type Place = Pick<Group, 'block' | 'index' | 'hash'>;

/** After everything that a block holds. */
export function endOfBlock(block: bigint): Place {
  return { block, index: Number.MIN_SAFE_INTEGER, hash: '' };
}

export function isEndOfBlock({ index }: Place): boolean {
  return index === Number.MIN_SAFE_INTEGER;
}

/** Rows of all lists so far. */
export interface Collected {
  readonly transactions: readonly TransactionRow[];
  readonly transfers: readonly TransferRow[];
  readonly internals: readonly InternalRow[];
}

/**
 * Puts together what belongs to one transaction, newest first. Spam is left out, and so is what has nothing else in it.
 *
 * @param account - In lower case.
 */
export function group(account: string, collected: Collected): Group[] {
  const transactions = byHash(collected.transactions);
  const transfers = byHash(collected.transfers);
  const internals = byHash(collected.internals);
  const hashes = new Set([...transactions.keys(), ...transfers.keys(), ...internals.keys()]);
  const groups = [...hashes].flatMap((hash) => {
    const transaction = transactions.get(hash)?.[0];
    const moved = (transfers.get(hash) ?? []).filter((transfer) => !isSpam(transfer, account, transaction));
    const inside = internals.get(hash) ?? [];
    if (transaction === undefined && moved.length === 0 && inside.length === 0) return [];
    const rows: readonly Row[] = [...(transaction === undefined ? [] : [transaction]), ...moved, ...inside];
    return [
      {
        hash,
        block: rows.find(({ block }) => block !== undefined)?.block,
        index: rows.find(({ index }) => index !== undefined)?.index ?? -1,
        transaction,
        transfers: moved.toSorted((a, b) => (a.logIndex ?? 0) - (b.logIndex ?? 0)),
        internals: inside,
      },
    ];
  });
  return groups.toSorted(newestFirst);
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

/** What waits comes first; then by height, by place in the block, and by hash, so that there is exactly one order. */
export function newestFirst(a: Place, b: Place): number {
  if (a.block !== b.block) return a.block === undefined ? -1 : b.block === undefined ? 1 : a.block > b.block ? -1 : 1;
  if (a.index !== b.index) return b.index - a.index;
  return a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : 0;
}
