import { type HistoryPage, type PageRequest, refuse, UpstreamError } from '@isochain/core';
import { type HistoryEntry, type HistoryPlace, historyCursors, readMerged } from '@isochain/core/history';
import { firstOf, type Operation } from '@isochain/core/upstream';
import type { CosmosContext } from '../context.ts';
import type { FoundTransaction } from '../upstream/lcd/transaction-answer.ts';
import { nodeInfo } from '../upstream/node-facts.ts';
import { type SearchContext, type SearchName, searches } from '../upstream/tx-index.ts';
import { failure, type SearchSource, searchPage } from '../upstream/tx-search.ts';
import { withConfirmations } from './confirmations.ts';
import { listedTokens, nameTokens, type TokenOptions } from './names.ts';
import { readParts } from './parse-transaction.ts';
import { type PageWish, type Row, type SearchList, searchList } from './search-list.ts';

// A node finds the transactions that an account sent, and those that brought it coins, but not both at once. So there are several lists, which core
// merges. The third one has the stakes that another account began for it (authz): these take coins, and no event of `bank` names the account as sender or
// recipient (cosmos-sdk x/bank/keeper/keeper.go: DelegateCoins).
//
// Failed transactions are among the sent ones: taking the fee is a transfer of `bank`, which names its sender, and its event stays (cosmos-sdk
// x/auth/ante/fee.go). So a list by the payer of the fees would add nothing.

/** The most pages of each list that one request reads. It answers what it found by then, and the next page goes on. */
const mostRounds = 8;

/** The same limit while all rows are of one block: a block is only shown whole. */
const mostRoundsOfBlock = 32;

/** How many rows a list is asked for beyond the page of the history. The last block may not be whole, and one more row shows that more follow. */
const spareRows = 6;

/** Heights are int64 (cometbft types/block.go). */
const highest = 2n ** 63n - 1n;

const names = Object.keys(searches) as SearchName[];

const cursors = /* @__PURE__ */ historyCursors({ kinds: ['rest'], lists: names, highest });

/** Where a page of the history begins. */
interface Place {
  readonly place: HistoryPlace<SearchName>;
  /** How many rows of each list are above the place, at least. Lists that can only be counted from the top begin there. */
  readonly above: Readonly<Record<SearchName, number>>;
}

interface Entry extends HistoryEntry {
  readonly found: FoundTransaction;
}

type Rows = Readonly<Record<SearchName, Row>>;

/**
 * Reads a page of a history, newest first, including failed transactions. Later pages never show what was mined after the first page was read. The
 * endpoints are asked one at a time, and all requests for a page go to one of them.
 *
 * @param account - Canonical.
 * @param options.tokens - The operator's tokens, for tickers.
 * @throws RefusedError `page.invalid`. UpstreamError if no endpoint gave a usable answer.
 */
export async function readHistory(
  context: CosmosContext,
  account: string,
  { limit, cursor }: PageRequest,
  operation: Operation,
  options: TokenOptions = {},
): Promise<HistoryPage> {
  const { rows, unlisted, next } = await readRows(context, account, { limit, cursor }, operation);
  const isListed = await listedTokens(context, options);
  const read = await operation.computeEach(rows, (row) => ({
    ...row,
    parts: readParts(context, row.found, { account, isListed }),
  }));
  const tokens = new Set(read.flatMap(({ parts }) => [...parts.tokens]));
  const assetOf = await nameTokens(context, options, tokens, operation);
  return {
    transactions: await operation.computeEach(read, ({ parts, found, head }) => ({
      parsed: withConfirmations(parts.parsed(assetOf), found.blockHeight, head),
      raw: found.raw,
    })),
    ...(unlisted === 0 ? {} : { unlisted }),
    next,
  };
}

/** Transactions of a page, as an endpoint tells them. */
interface FoundPage {
  readonly rows: readonly {
    readonly found: FoundTransaction;
    /** The latest block of the endpoint. */
    readonly head: bigint;
  }[];
  /** Rows that tell no hash. */
  readonly unlisted: number;
  readonly next: string | undefined;
}

async function readRows(
  context: SearchContext,
  account: string,
  { limit, cursor }: PageRequest,
  operation: Operation,
): Promise<FoundPage> {
  const from = cursor === undefined ? undefined : readCursor(cursor);
  const { searchMemory: memory } = context;
  const read = async (source: SearchSource, using: Operation): Promise<FoundPage> => {
    try {
      const page = await readPage(context, source, account, limit, from, using);
      memory.unable.delete(source.endpoint);
      return page;
    } catch (error) {
      const isUnable = error instanceof UpstreamError && error.attempts.some(({ outcome }) => outcome === 'unable');
      if (isUnable) memory.unable.add(source.endpoint);
      throw error;
    }
  };
  const readFirst = () =>
    firstOf(sourcesOf(context, operation), operation, read, (failures) =>
      UpstreamError.joined(context.chainId, failures),
    );
  try {
    return await readFirst();
  } catch (error) {
    const isStale = error instanceof UpstreamError && error.attempts.some(({ outcome }) => outcome === 'stale');
    if (!isStale || operation.standsStill !== undefined) throw error;
    // An endpoint that is asked by its name counts as down if it stands still. A request to any endpoint shows whether the whole chain does.
    await operation.http(anything, { kind: 'rest' });
    return readFirst();
  }
}

const anything = { path: '/cosmos/base/tendermint/v1beta1/node_info', schema: nodeInfo };

/** The endpoints in the order to ask them: those without an index, and those set aside, come last. */
function sourcesOf({ searchMemory: { unable } }: SearchContext, operation: Operation): SearchSource[] {
  return operation
    .status()
    .filter(({ kind }) => kind === 'rest')
    .toSorted((a, b) => Number(unable.has(a.name)) - Number(unable.has(b.name)) || a.setAsideMs - b.setAsideMs)
    .map(({ name: endpoint }, i, { length }) => ({ endpoint, maxAttempts: i < length - 1 ? 1 : undefined }));
}

async function readPage(
  context: SearchContext,
  source: SearchSource,
  account: string,
  limit: number,
  from: Place | undefined,
  operation: Operation,
): Promise<FoundPage> {
  let head = 0n;
  let unlisted = 0;
  const ask = async (name: SearchName, wish: PageWish) => {
    const answer = await searchPage(context, source, { ...wish, name, account }, operation);
    if (answer.head !== undefined && answer.head > head) head = answer.head;
    unlisted += answer.unlisted;
    return answer;
  };
  const flaw = (detail: string) => failure(context, source.endpoint, detail);
  const spelling = context.searchMemory.spellings.get(source.endpoint);
  const list = (name: SearchName) =>
    searchList({
      ask: (wish) => ask(name, wish),
      flaw,
      spelling,
      wanted: limit + spareRows,
      above: from?.above[name] ?? 0,
    });
  const lists = { sent: list('sent'), received: list('received'), staked: list('staked') };
  const { shown, next } = await readMerged<Rows, Entry>({
    lists,
    group,
    ...{ limit, from: from?.place, highest, mostRounds, mostRoundsOfBlock },
  });
  return { rows: shown.map(({ found }) => ({ found, head })), unlisted, next: next && writeCursor(next, lists) };
}

/** Each transaction once. Nodes do not tell its index in the block, but the sequence puts those of one account in order. */
function group({ sent, received, staked }: Readonly<Record<SearchName, readonly Row[]>>): Entry[] {
  const entries = new Map<string, Entry>();
  const add = ({ found, block }: Row, index: number) =>
    entries.set(found.hash, { hash: found.hash, index, block, found });
  for (const row of [...staked, ...received]) add(row, -1);
  for (const row of sent) add(row, Number(row.found.content?.sequence ?? -1n));
  return [...entries.values()];
}

/** `{"k":"rest",...}#12,30,0`: the place, and rows above it in each list. */
function writeCursor(place: HistoryPlace<SearchName>, lists: Readonly<Record<SearchName, SearchList>>): string {
  const above = names.map((name) => lists[name].rowsAbove(place.height));
  return `${cursors.write({ kind: 'rest', ...place })}#${above.join()}`;
}

/** @throws RefusedError `page.invalid` */
function readCursor(text: string): Place {
  const [, inner = '', sent, received, staked] = /^(.*)#(\d{1,9}),(\d{1,9}),(\d{1,9})$/s.exec(text) ?? [];
  const place = cursors.read(inner);
  if (place === undefined) throw refuse('page.invalid', {}, 'nextPage');
  return { place, above: { sent: Number(sent), received: Number(received), staked: Number(staked) } };
}
