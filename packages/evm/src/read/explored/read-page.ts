import { UpstreamError } from '@isochain/core';
import { type HistoryList, readMerged } from '@isochain/core/history';
import type { Operation } from '@isochain/core/upstream';
import type { EvmContext } from '../../context.ts';
import { aboveAll, type HistoryCursor } from '../../upstream/explorers/cursor.ts';
import type { Source } from '../../upstream/explorers/explorer.ts';
import {
  type Cursor,
  isOdd,
  isTransaction,
  type Lists,
  type OddRow,
  parts,
  type Row,
} from '../../upstream/explorers/rows.ts';
import { type Group, group } from './merge.ts';

/** The most pages of each list that one request reads. It answers what it found by then, and the next page goes on. */
const mostRounds = 8;

/** The same while all rows are of one block, as a block is only shown whole. */
const mostRoundsOfBlock = 32;

/** A page of a history from one explorer. */
interface HistoryGroups {
  readonly shown: readonly Group[];
  /** Undefined at the end. */
  readonly next: HistoryCursor | undefined;
  /** All rows that were read. */
  readonly rows: readonly Row[];
  /** How many rows were left out because they have no hash or no place. */
  readonly unlisted: number;
}

/**
 * Reads a page. It may be empty although there is more.
 *
 * @param source - Every list is read from this one endpoint.
 * @param account - In lower case.
 * @param from - Undefined for the first page.
 */
export async function readPage(
  context: EvmContext,
  source: Source,
  account: string,
  limit: number,
  from: HistoryCursor | undefined,
  operation: Operation,
): Promise<HistoryGroups> {
  const { explorer, endpoint, maxAttempts } = source;
  let unlisted = 0;
  const list = <Name extends keyof Lists>(name: Name): HistoryList<Lists[Name]> => ({
    open(height) {
      let next: Cursor | undefined = height === undefined ? undefined : explorer.below(name, height);
      return async () => {
        const page = await explorer.list(context, name, account, next, operation, { endpoint, maxAttempts });
        next = page.next;
        unlisted += page.unlisted;
        return { rows: page.rows.map((row) => whole(row, account)), oldest: page.oldest, isLast: next === undefined };
      };
    },
    hasWaiting: name === 'transactions',
    distrust(row) {
      if (isOdd(row)) return undefined;
      const parties = [row.from, row.to, isTransaction(row) ? row.created : undefined];
      if (parties.some((party) => party?.toLowerCase() === account)) return undefined;
      explorer.doubted.add(endpoint);
      const detail = `${name}: a row of another account`;
      return new UpstreamError(context.chainId, [{ endpoint, outcome: 'malformed', detail, ms: 0 }]);
    },
  });
  const { next, ...page } = await readMerged<Lists, Group>({
    lists: { transactions: list('transactions'), transfers: list('transfers'), internals: list('internals') },
    group: (rows) => group(account, rows),
    ...{ limit, from, mostRounds, mostRoundsOfBlock },
    highest: aboveAll,
  });
  return { ...page, unlisted, next: next && { kind: explorer.kind, ...next } };
}

/** A row of somebody else's transaction may have no recipient, and no new contract. It does not say whose it is, so a node is asked. */
function whole<R extends Row>(row: R, account: string): R | OddRow {
  if (isOdd(row) || !isTransaction(row)) return row;
  const { from, to, created } = row;
  if (to !== undefined || created !== undefined || from.toLowerCase() === account) return row;
  const { hash, block, index, timestamp, raw } = row;
  return { ...{ hash, block, index, timestamp, raw }, part: parts.transactions };
}
