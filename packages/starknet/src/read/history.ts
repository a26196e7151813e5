import { type HistoryPage, type PageRequest, refuse, UpstreamError } from '@isochain/core';
import { type HistoryPlace, historyCursors, readMerged } from '@isochain/core/history';
import { ask, firstOf, type Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { StarknetContext } from '../context.ts';
import type { StarknetKind, StarknetOptions } from '../options.ts';
import { blockNumberCall } from '../upstream/read-calls.ts';
import type { IndexList } from '../upstream/voyager.ts';
import { readEntries } from './history-entries.ts';
import { eventList, namedScan, wholeScan } from './history-events.ts';
import { highestPage, pagedList } from './history-index.ts';
import { type Entry, group, type Row } from './history-rows.ts';

// Which transactions an account has, nodes cannot tell. Voyager's index can. Without it, the events of the chain tell a part: see history-events.ts. What the
// transactions did is always asked of nodes. A place in the history is the number of a block, so later blocks do not move it.

/** The most pages of each list of the index that one request reads. It answers what it found by then, and the next page goes on. */
const mostRounds = 8;

/** The same while all rows are of one block, as a block is only shown whole. */
const mostRoundsOfBlock = 32;

/** Numbers of blocks that stay exact. */
const highest = BigInt(Number.MAX_SAFE_INTEGER);

const cursors = /* @__PURE__ */ historyCursors({
  kinds: ['events', 'voyager'],
  lists: ['events', 'transactions', 'transfers'],
  highest,
});

type HistoryOptions = Pick<StarknetOptions, 'historyFromEvents' | 'historyScanBlocks' | 'tokens'>;

/** Where a page begins. */
interface Start {
  readonly kind: 'events' | 'voyager';
  readonly place: HistoryPlace<'events' | IndexList>;
  /** Page numbers of the index. */
  readonly pages: Readonly<Record<IndexList, number>>;
}

const firstPages: Start['pages'] = { transactions: 1, transfers: 1 };

/**
 * Reads a page of a history, newest first. Later pages never show what was mined after the first page was read. A page may be shorter than wished, although
 * there are more.
 *
 * @param options - What to do without an index.
 * @throws RefusedError `page.invalid`. UpstreamError if no endpoint gave a usable answer.
 */
export async function readHistory(
  context: StarknetContext,
  options: HistoryOptions,
  account: Address,
  { limit, cursor }: PageRequest,
  operation: Operation,
): Promise<HistoryPage> {
  const start = cursor === undefined ? undefined : readCursor(cursor);
  if (cursor !== undefined && start === undefined) throw refuse('page.invalid', {}, 'nextPage');
  const hasIndex = context.endpointsOf('voyager').length > 0;
  // A part must not take the place of the whole, unless the operator wants that.
  const hasEvents = options.historyScanBlocks !== undefined || (options.historyFromEvents ?? !hasIndex);
  const kinds: readonly StarknetKind[] = hasEvents ? ['voyager', 'node'] : ['voyager'];
  const sources = kinds.flatMap((kind) => endpointsOf(kind, operation).map((endpoint) => ({ kind, endpoint })));
  const able = sources.filter(({ kind }) => start === undefined || (kind === 'voyager') === (start.kind === 'voyager'));
  if (able.length === 0) throw refuse('page.invalid', {}, 'nextPage');
  const { shown, next, unlisted } = await firstOf(
    able,
    operation,
    ({ kind, endpoint }, using) =>
      kind === 'voyager'
        ? readIndex(context, account, limit, start, endpoint, using)
        : readEvents(context, options, account, limit, start, endpoint, using),
    (failures) => UpstreamError.joined(context.chainId, failures),
  );
  return { transactions: await readEntries(context, options, account, shown, operation), unlisted, next };
}

interface Listed {
  readonly shown: readonly Entry[];
  /** How many rows could not even be placed. */
  readonly unlisted: number;
  readonly next: string | undefined;
}

async function readIndex(
  context: StarknetContext,
  account: Address,
  limit: number,
  start: Start | undefined,
  endpoint: string,
  operation: Operation,
): Promise<Listed> {
  const { pages = firstPages, place } = start ?? {};
  const count = counter();
  const source = { context, operation, endpoint, unlisted: count.add };
  const list = (name: IndexList) => pagedList(name, account, pages[name], source);
  const lists = { transactions: list('transactions'), transfers: list('transfers') };
  const { shown, next } = await readMerged<Record<IndexList, Row>, Entry>({
    ...{ lists, group, limit, highest, mostRounds, mostRoundsOfBlock },
    from: place as HistoryPlace<IndexList> | undefined,
  });
  if (next === undefined) return { shown, unlisted: count.sum(), next };
  // A list that has ended was not read, and begins where it began.
  const numbers = (['transactions', 'transfers'] as const).map((name) => lists[name].pageFor(next.height));
  return { shown, unlisted: count.sum(), next: `${numbers.join('.')}:${cursors.write({ kind: 'voyager', ...next })}` };
}

async function readEvents(
  context: StarknetContext,
  { historyScanBlocks }: HistoryOptions,
  account: Address,
  limit: number,
  start: Start | undefined,
  endpoint: string,
  operation: Operation,
): Promise<Listed> {
  const { head } = await ask(operation, { head: blockNumberCall() }, { endpoint });
  const scan = historyScanBlocks === undefined ? namedScan(account) : wholeScan(account, historyScanBlocks);
  const { place } = start ?? {};
  const count = counter();
  const source = { context, operation, endpoint, head, unlisted: count.add };
  const { shown, next } = await readMerged<Record<'events', Row>, Entry>({
    lists: { events: eventList(scan, source, place) },
    ...{ group, limit, highest, mostRounds: scan.rounds },
    from: place as HistoryPlace<'events'> | undefined,
  });
  return { shown, unlisted: count.sum(), next: next && cursors.write({ kind: 'events', ...next }) };
}

function counter() {
  let sum = 0;
  return {
    add(count: number) {
      sum += count;
    },
    sum: () => sum,
  };
}

function readCursor(text: string): Start | undefined {
  const [, transactions = '1', transfers = '1', written = ''] = /^(?:(\d{1,7})\.(\d{1,7}):)?(\{.*\})$/.exec(text) ?? [];
  const read = cursors.read(written);
  if (read === undefined) return undefined;
  const { kind, ...place } = read;
  const pages = { transactions: Number(transactions), transfers: Number(transfers) };
  const isPage = Object.values(pages).every((page) => page >= 1 && page <= highestPage);
  return isPage ? { kind, place, pages } : undefined;
}

/** Those that are set aside come last. */
function endpointsOf(wanted: StarknetKind, operation: Operation): string[] {
  return operation
    .status()
    .filter(({ kind }) => kind === wanted)
    .toSorted((a, b) => a.setAsideMs - b.setAsideMs)
    .map(({ name }) => name);
}
