import { type HistoryPage, type PageRequest, refuse } from '@isochain/core';
import { type Operation, RejectedAnswer, StandingStill, silent } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { AlgorandContext } from '../context.ts';
import { askOne } from '../upstream/ask.ts';
import type { IndexedTransaction, UnreadTransaction } from '../upstream/indexer-row.ts';
import { type HistoryRows, transactionsOf } from '../upstream/queries/indexed.ts';
import { nodeStatus } from '../upstream/queries/network.ts';
import type { Query } from '../upstream/query.ts';
import type { Row } from '../upstream/row.ts';
import { type HistoryPlace, isOlder, nextToken, readCursor, writeCursor } from './history-place.ts';
import { readAssets, rememberHeld, tokensOf } from './names.ts';
import { parseTransaction, parseUnread } from './parse-transaction.ts';
import { requireId } from './prove-id.ts';

type HistoryContext = Pick<AlgorandContext, 'blockAge' | 'chain' | 'endpointsOf' | 'identity' | 'now' | 'tokenMemory'>;

/** Rounds that an indexer may be behind a node before its newest page counts as old. Indexers are usually some seconds behind. */
const leastLag = 20n;

/**
 * Reads a page of a history, newest first, in one round. Only transactions of blocks are in it. Later pages never show what came after the first page was read.
 *
 * Beside the first page a node is asked for the latest round, and what the assets of the account are. Assets that stay unknown are looked up in a second round. If
 * the indexer is far behind, other indexers are asked, too. Where all of them are far behind, the answer says that the chain stands still.
 *
 * @throws RefusedError `page.invalid`. UpstreamError if no indexer gave a usable answer.
 */
export async function readHistory(
  context: HistoryContext,
  account: Address,
  { limit, cursor }: PageRequest,
  operation: Operation,
): Promise<HistoryPage> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  if (cursor !== undefined && after === undefined) throw refuse('page.invalid', {}, 'nextPage');
  // One more than is shown tells whether more follow.
  const asked = limit + 1;
  const query = transactionsOf(account, asked, after && nextToken(after));
  const check = (rows: HistoryRows) => checkRows(context, account, after, rows);
  const [rows] = await Promise.all([
    readRows(context, query, check, after === undefined, operation),
    after === undefined ? rememberHeld(context, account, operation) : undefined,
  ]);
  const transactions = withoutRepeated(rows.transactions);
  const shown = transactions.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = transactions.length > limit || mayHaveMore(rows, asked);
  const assetOf = await readAssets(context, shown.filter(isRead).flatMap(tokensOf), operation);
  const { currentRound: head } = rows;
  return {
    transactions: await operation.computeEach(shown, (row) => ({
      parsed: isRead(row)
        ? parseTransaction({ id: row.id, row, placed: row.placed, head }, assetOf)
        : parseUnread(row, head),
      raw: row.raw,
    })),
    unlisted: rows.listed - rows.transactions.length,
    next: hasMore && last !== undefined ? writeCursor(placeOf(last)) : undefined,
  };
}

async function readRows(
  context: HistoryContext,
  query: Query<HistoryRows>,
  check: (rows: HistoryRows) => void,
  isFirst: boolean,
  operation: Operation,
): Promise<HistoryRows> {
  const { blockAge, chain, endpointsOf, now } = context;
  const isTimed = isFirst && blockAge.oldestMs > 0 && endpointsOf('algod').length > 0;
  const [rows, node] = await Promise.all([
    askOne(query, operation, { accept: check }),
    isTimed ? silent(askOne(nodeStatus, operation)) : undefined,
  ]);
  const found = rows.transactions.length === 0 ? await askOthers(context, query, check, rows, operation) : rows;
  const mostLag = BigInt(Math.ceil(blockAge.oldestMs / chain.blockTimeMs));
  const most = mostLag < leastLag ? leastLag : mostLag;
  const head = node?.lastRound ?? 0n;
  if (head - found.currentRound <= most) return found;
  return askOne(query, operation, {
    accept: (again) => {
      check(again);
      const lag = head - again.currentRound;
      if (lag > most) throw new StandingStill(Math.max(0, now() - Number(lag) * chain.blockTimeMs));
    },
  });
}

/** Indexers may keep a part of the history, and not all keep the same. So one that has nothing proves little. */
async function askOthers(
  { endpointsOf }: HistoryContext,
  query: Query<HistoryRows>,
  check: (rows: HistoryRows) => void,
  empty: HistoryRows,
  operation: Operation,
): Promise<HistoryRows> {
  const endpoints = endpointsOf('indexer');
  if (endpoints.length < 2) return empty;
  const found = await Promise.all(
    endpoints.map((endpoint) => silent(askOne(query, operation, { accept: check, endpoint, maxAttempts: 1 }))),
  );
  return found.find((rows) => rows !== undefined && rows.transactions.length > 0) ?? empty;
}

/** @throws RejectedAnswer if the rows are not those that were asked for, or cannot be true. */
function checkRows(
  context: Pick<AlgorandContext, 'chain'>,
  account: Address,
  after: HistoryPlace | undefined,
  { transactions, currentRound }: HistoryRows,
): void {
  // What lies between its latest round and the page would be left out.
  if (after !== undefined && currentRound < after.round)
    throw new RejectedAnswer('it does not have the round of the page yet', 'unavailable');
  let before = after;
  for (const row of withoutRepeated(transactions)) {
    const place = placeOf(row);
    if (place.round > currentRound) throw new RejectedAnswer('it shows transactions of later rounds than its latest');
    if (before !== undefined && !isOlder(place, before))
      throw new RejectedAnswer('it lists transactions in another order');
    if (isRead(row)) {
      if (!concerns(row, account)) throw new RejectedAnswer('it lists transactions of other accounts');
      requireId(row, row.id, context);
    }
    before = place;
  }
}

/** Whether more than its place could be read. */
function isRead(row: IndexedTransaction | UnreadTransaction): row is IndexedTransaction {
  return 'act' in row;
}

function placeOf({ placed: { round }, offset }: UnreadTransaction): HistoryPlace {
  return { round, offset };
}

/** Indexers list a transaction once for itself and once for each inner one, and leave out what repeats. Not all versions do. */
function withoutRepeated(transactions: HistoryRows['transactions']): HistoryRows['transactions'] {
  return transactions.filter(({ id }, i) => transactions[i - 1]?.id !== id);
}

/** Whether an account takes part (algorand/indexer, idb/postgres/internal/writer/write_txn_participation.go). Of what is not understood, nobody knows. */
function concerns({ act, sender }: Row, account: Address): boolean {
  switch (act.type) {
    case 'pay':
      return [sender, act.receiver, act.closeTo].includes(account);
    case 'axfer':
      return [sender, act.receiver, act.closeTo, act.takenFrom].includes(account);
    case 'keyreg':
      return sender === account;
    case 'afrz':
      return [sender, act.account].includes(account);
    case 'other':
      return true;
  }
}

/** Whether there may be more, though no more was sent: an inner transaction counts for the limit, and is not listed by itself. */
function mayHaveMore({ transactions, listed }: HistoryRows, asked: number): boolean {
  const left = listed - transactions.length;
  // One that could not be read may have any number of inner ones.
  if (left > 0 || transactions.some((row) => !isRead(row) || row.unread.length > 0)) return true;
  return transactions.filter(isRead).reduce((sum, row) => sum + weightOf(row), 0) >= asked;
}

function weightOf({ inner }: Row): number {
  return inner.reduce((sum, each) => sum + weightOf(each), 1);
}
