import { type HistoryPage, type PageRequest, type ReadTransaction, refuse } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { TokenId } from '../address/token-id.ts';
import type { AptosContext } from '../context.ts';
import type { AptosKind } from '../options.ts';
import { askOne } from '../upstream/ask.ts';
import { type Activities, activitiesOf, mostRows } from '../upstream/queries/activities.ts';
import { sentBy } from '../upstream/queries/transactions.ts';
import { type Listed, readEntries } from './history-entries.ts';
import type { NamingContext, TokenOptions } from './names.ts';

// Which transactions an account has, an indexer tells. Without it, nodes tell those that the account sent. What the transactions did is always asked of nodes. A
// place in the history is the number of a transaction in the ledger. It is the same at all endpoints, later blocks do not move it, and a page ends at whole
// transactions.

/** Where a page begins. */
interface Place {
  readonly kind: AptosKind;
  /** The last transaction of the page before. */
  readonly after: bigint;
}

type HistoryContext = NamingContext & Pick<AptosContext, 'blockAge' | 'endpointsOf'>;

/**
 * Reads a page of a history, newest first, with failed transactions, in two rounds. Later pages never show what was mined after the first page was read.
 *
 * @param options.tokens - The operator's tokens, for tickers.
 * @throws RefusedError `page.invalid`. UpstreamError if no endpoint gave a usable answer.
 */
export async function readHistory(
  context: HistoryContext,
  options: TokenOptions,
  account: Address,
  { limit, cursor }: PageRequest,
  operation: Operation,
): Promise<HistoryPage> {
  const place = cursor === undefined ? undefined : readCursor(cursor);
  const kind = context.endpointsOf('indexer').length > 0 ? 'indexer' : 'node';
  // The lists of the two kinds differ, so a history goes on with the kind that it began with.
  if (cursor !== undefined && place?.kind !== kind) throw refuse('page.invalid', {}, 'nextPage');
  const size = Math.min(limit, mostRows - 1);
  const list = kind === 'indexer' ? listIndexed : listSent;
  // One more than is shown tells whether more follow.
  const { found, unlisted, tokens } = await list(context, account, size + 1, place?.after, operation);
  const shown = found.slice(0, size);
  const last = shown.at(-1);
  const transactions: ReadTransaction[] = await readEntries(
    context,
    options,
    account,
    { list: shown, tokens },
    operation,
  );
  const hasMore = found.length + unlisted > size && last !== undefined;
  return { transactions, unlisted, next: hasMore ? `${kind}:${last.version}` : undefined };
}

/** What a list tells. */
interface Rows {
  readonly found: readonly Listed[];
  /** How many rows could not be read. */
  readonly unlisted: number;
  /** Tokens that the rows name. */
  readonly tokens: readonly TokenId[];
}

async function listIndexed(
  context: HistoryContext,
  account: Address,
  limit: number,
  after: bigint | undefined,
  operation: Operation,
): Promise<Rows> {
  const { versions, heights, unlisted, tokens } = await askOne(
    context,
    activitiesOf(account, limit, after),
    operation,
    {
      accept: ([activities]) => {
        // The query has read it.
        const { indexedAt } = activities as Activities;
        if (indexedAt !== undefined) context.blockAge.check(indexedAt);
      },
    },
  );
  return { found: versions.map((version) => ({ version, block: heights.get(version) })), unlisted, tokens };
}

async function listSent(
  context: HistoryContext,
  account: Address,
  limit: number,
  after: bigint | undefined,
  operation: Operation,
): Promise<Rows> {
  if (after === 0n) return { found: [], unlisted: 0, tokens: [] };
  const { versions, unlisted } = await askOne(context, sentBy(account, limit, after && after - 1n), operation);
  return { found: versions.slice(0, limit).map((version) => ({ version })), unlisted, tokens: [] };
}

function readCursor(text: string): Place | undefined {
  const [, kind, digits = ''] = /^(indexer|node):(\d{1,19})$/.exec(text) ?? [];
  const after = BigInt(digits || '0');
  return kind === undefined || after >= 2n ** 63n ? undefined : { kind: kind as AptosKind, after };
}
