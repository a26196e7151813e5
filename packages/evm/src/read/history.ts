import { type HistoryPage, type PageRequest, refuse, UpstreamError } from '@isochain/core';
import { ask, firstOf, type Operation } from '@isochain/core/upstream';
import { type Address, toChecksum } from '../address.ts';
import type { EvmContext } from '../context.ts';
import type { EvmOptions } from '../options.ts';
import { knownTokens } from '../token-lists/known-tokens.ts';
import { readCursor, writeCursor } from '../upstream/explorers/cursor.ts';
import type { OpenExplorer, Source } from '../upstream/explorers/explorer.ts';
import { sourcesOf } from '../upstream/explorers/open-explorers.ts';
import { rpc } from '../upstream/rpc.ts';
import { lookUp } from './explored/look-up.ts';
import type { Group } from './explored/merge.ts';
import { parseGroup } from './explored/parse-group.ts';
import { proveChain } from './explored/prove-chain.ts';
import { readPage } from './explored/read-page.ts';
import { assetsOf } from './movements.ts';

/** How long a page that was read waits for the node, in milliseconds. A history without confirmations is better than none. */
const graceMs = 500;

/**
 * Reads a history from explorers: transactions, token transfers and internal movements, grouped by transaction. Later pages never show what was mined
 * after the first page was read.
 *
 * @param explorers - Asked in this order, one endpoint at a time. A later page comes from the same kind as the first.
 * @throws RefusedError `page.invalid`. UpstreamError if no explorer gave a usable answer.
 */
export async function readExplorerHistory(
  context: EvmContext,
  options: Pick<EvmOptions, 'tokens'>,
  explorers: readonly OpenExplorer[],
  account: string,
  { limit, cursor }: PageRequest,
  operation: Operation,
): Promise<HistoryPage> {
  const from = cursor === undefined ? undefined : readCursor(cursor);
  const able = explorers.filter(({ kind }) => from === undefined || kind === from.kind);
  if (able.length === 0 || (cursor !== undefined && from === undefined)) throw refuse('page.invalid', {}, 'nextPage');
  const heading = ask(operation, { head: rpc.blockNumber() }).then(
    ({ head }) => head,
    () => undefined,
  );
  const owner = account.toLowerCase();
  const listing = knownTokens(context, options);
  const read = async (source: Source, using: Operation): Promise<HistoryPage> => {
    const { shown, next, rows, unlisted } = await readPage(context, source, owner, limit, from, using);
    const head = await soon(heading);
    const known = await listing;
    const listed = assetsOf(context, known, new Map());
    const told = tickersIn(shown);
    const unnamed = [...told].flatMap(([token, ticker]) =>
      ticker === '' && !known.some(({ id }) => id === token) ? [token] : [],
    );
    const [looked] = await Promise.all([
      // A node that does not even tell its height has failed, and is not waited for again.
      head === undefined ? undefined : lookUp(context, shown, unnamed, listed, using),
      proveChain(context, source, rows, head, using),
    ]);
    source.explorer.doubted.delete(source.endpoint);
    for (const [token, ticker] of looked?.tickers ?? []) told.set(token, ticker);
    const view = { account: toChecksum(account), head, assets: assetsOf(context, known, told) };
    const parsed = await using.computeEach(shown, (entry) =>
      parseGroup(context, view, entry, looked?.transactions.get(entry.hash)),
    );
    return {
      transactions: parsed.filter((entry) => entry !== undefined),
      unlisted,
      next: next && writeCursor(next),
    };
  };
  return firstOf(sourcesOf(able, operation), operation, read, (failures) =>
    UpstreamError.joined(context.chainId, failures),
  );
}

/** Tickers of the tokens of a page, as the explorer tells them. Empty where it tells none. */
function tickersIn(groups: readonly Group[]): Map<Address, string> {
  const told = new Map<Address, string>();
  for (const { token } of groups.flatMap(({ transfers }) => transfers)) {
    const id = toChecksum(token.address);
    if (!told.get(id)) told.set(id, token.ticker);
  }
  return told;
}

/** @returns undefined if it takes longer than the grace. */
async function soon<T>(promise: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, graceMs, undefined);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
