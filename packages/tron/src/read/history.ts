import { type HistoryPage, type PageRequest, refuse, UpstreamError } from '@isochain/core';
import { historyCursors, readMerged } from '@isochain/core/history';
import type { AssetOf } from '@isochain/core/movements';
import { firstOf, type Operation } from '@isochain/core/upstream';
import { type Address, toBase58Address } from '../address/address.ts';
import type { TronContext } from '../context.ts';
import { askOne } from '../upstream/ask.ts';
import { type ListPage, type ListRows, lists } from '../upstream/index/lists.ts';
import type { TransferRow } from '../upstream/index/rows.ts';
import { latestBlock, solidBlock } from '../upstream/queries/blocks.ts';
import { questionsFor, readDetail } from './details.ts';
import { type Detail, type Group, group, parseGroup } from './history-group.ts';
import { indexList, mostRows } from './index-list.ts';
import { assetsOf, namelessIn, rememberTokens, type TokenOptions } from './names.ts';

// TronGrid keeps three lists of an account: transactions that name it, TRC-20 tokens that it gave or got, and coins that contracts gave or took. Core
// merges them by the times of their blocks. A place in the history is such a time, so later blocks do not move it, and no cursor of TronGrid is kept.
//
// The lists of tokens and of coins from contracts tell no fee, memo or signer. A second round asks for these.

/** The most pages of each list that one request reads. It answers what it found by then, and the next page goes on. */
const mostRounds = 8;

/** The same while all rows are of one block, as a block is only shown whole. */
const mostRoundsOfBlock = 32;

/** Times are milliseconds that a JavaScript date can hold. */
const highest = 8_640_000_000_000_000n;

// With these limits, a page stays below the 50 requests of Workers' free plan.

/** Questions about transactions that the lists do not tell whole. A page ends before it needs more. */
const mostQuestions = 36;

/** Tokens of the chain itself that are looked up for a page, each with one request. The list of the others has their names. */
const mostNames = 6;

const names = ['transactions', 'transfers', 'internals'] as const;

const cursors = /* @__PURE__ */ historyCursors({ kinds: ['trongrid'], lists: names, highest });

/**
 * Reads a page of a history, newest first, including failed transactions. Later pages never show what was mined after the first page was read. The
 * endpoints are asked one at a time, and all requests for a page go to one of them.
 *
 * @param options.tokens - The operator's tokens, for tickers.
 * @throws RefusedError `page.invalid`. UpstreamError if no endpoint gave a usable answer.
 */
export async function readHistory(
  context: TronContext,
  options: TokenOptions,
  account: Address,
  { limit, cursor }: PageRequest,
  operation: Operation,
): Promise<HistoryPage> {
  const from = cursor === undefined ? undefined : cursors.read(cursor);
  if (cursor !== undefined && from === undefined) throw refuse('page.invalid', {}, 'nextPage');
  // A transaction may have several rows in a list, and one more entry shows that more follow.
  const wanted = Math.min(mostRows, 2 * limit + 6);
  const readFrom = async (endpoint: string, using: Operation): Promise<HistoryPage> => {
    const pages = new Map<string, Promise<unknown>>();
    const list = <Name extends keyof ListRows>(name: Name) =>
      indexList<ListRows[Name]>((wish) => {
        const query = lists[name]({ ...wish, account });
        const key = `${name} ${wish.limit} ${wish.until} ${wish.fingerprint}`;
        const page = pages.get(key) ?? askOne(query, using, { endpoint });
        pages.set(key, page);
        return page as Promise<ListPage<ListRows[Name]>>;
      }, wanted);
    const read = (most: number) =>
      readMerged<ListRows, Group>({
        lists: { transactions: list('transactions'), transfers: list('transfers'), internals: list('internals') },
        group,
        ...{ limit: most, from, highest, mostRounds, mostRoundsOfBlock },
      });
    const [solid, whole] = await Promise.all([
      askOne({ ...solidBlock, kind: 'trongrid' }, using, { endpoint }),
      read(limit),
    ]);
    const fitting = fittingIn(whole.shown);
    // The lists are read already, so a shorter page asks nothing.
    const { shown, next } = fitting < whole.shown.length ? await read(fitting) : whole;
    const parse = (found: Group, assetOf: AssetOf, detail?: Detail) =>
      parseGroup(found, account, assetOf, solid.timestamp, detail);
    const symbols = new Map(shown.flatMap(({ transfers }) => transfers.map(symbolOf)));
    const nameless = namelessIn(context, options, symbols, (assetOf) => shown.map((found) => parse(found, assetOf)));
    const [details] = await Promise.all([
      Promise.all(shown.map((found) => (questionsFor(found) > 0 ? readDetail(found, endpoint, using) : undefined))),
      rememberTokens(context, nameless, mostNames, using),
    ]);
    const assetOf = assetsOf(context, options, symbols);
    const all = (await Promise.all(pages.values())) as ListPage<unknown>[];
    return {
      unlisted: all.reduce((sum, page) => sum + (page.unlisted ?? 0), 0),
      transactions: await using.computeEach([...shown.entries()], ([i, found]) => parse(found, assetOf, details[i])),
      next: next && cursors.write({ kind: 'trongrid', ...next }),
    };
  };
  const readFirst = () =>
    firstOf(endpointsOf(operation), operation, readFrom, (failures) => UpstreamError.joined(context.chainId, failures));
  try {
    return await readFirst();
  } catch (error) {
    const isStale = error instanceof UpstreamError && error.attempts.some(({ outcome }) => outcome === 'stale');
    if (!isStale || operation.standsStill !== undefined) throw error;
    // An endpoint that is asked by its name counts as down if it stands still. A request to any endpoint shows whether the whole chain does.
    await askOne({ ...latestBlock, kind: 'trongrid' }, operation);
    return readFirst();
  }
}

/** Those that are set aside come last. */
function endpointsOf(operation: Operation): string[] {
  return operation
    .status()
    .filter(({ kind }) => kind === 'trongrid')
    .toSorted((a, b) => a.setAsideMs - b.setAsideMs)
    .map(({ name }) => name);
}

/** How many of the first entries can be told whole. At least one. */
function fittingIn(shown: readonly Group[]): number {
  let questions = 0;
  const beyond = shown.findIndex((found) => {
    questions += questionsFor(found);
    return questions > mostQuestions;
  });
  return beyond < 0 ? shown.length : beyond;
}

function symbolOf({ contract, symbol }: TransferRow): [string, string] {
  return [toBase58Address(contract), symbol];
}
