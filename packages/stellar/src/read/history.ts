import { type HistoryPage, type PageRequest, refuse } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { AccountId } from '../address/address.ts';
import type { StellarContext } from '../context.ts';
import { ask } from '../upstream/ask.ts';
import { transactionPlace } from '../upstream/place.ts';
import { historyQueries, joinHistory } from '../upstream/queries/operations.ts';
import { askOthers, confirmEmpty } from './empty-history.ts';
import { assetsOf } from './names.ts';
import { readNeeded } from './needed-effects.ts';
import { parseTransaction, parseUnread } from './parse-transaction.ts';
import { askTraders, readTaken } from './taken-offers.ts';

// Horizon lists operations of an account, each with its transaction. A transaction holds all its operations, so one of them is enough to show it. Transactions whose
// fee the account paid, and those that brought it coins without an operation that names it, stand in the list of its transactions only, and trades with its offers in that of its trades. A place in the history is
// that of a transaction (SEP-35). It is the same at all servers, and later ledgers do not move it.

/**
 * Reads a page of a history, newest first, with failed transactions, in one round. A second one asks for effects if claims or shares of pools are on the page, or
 * for what a contract moved. A page may be shorter than wished if its transactions have many operations. Later pages never show what came after the first page was
 * read.
 *
 * The history of a muxed account is that of the whole account: most senders name a recipient by a memo.
 *
 * @throws RefusedError `page.invalid`. UpstreamError if no endpoint gave a usable answer.
 */
export async function readHistory(
  context: Pick<StellarContext, 'chain' | 'chainId' | 'endpoints' | 'identity'>,
  { account }: Pick<AccountId, 'account'>,
  { limit, cursor }: PageRequest,
  operation: Operation,
): Promise<HistoryPage> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  if (cursor !== undefined && after === undefined) throw refuse('page.invalid', {}, 'nextPage');
  const queries = historyQueries({ account, limit, after, passphrase: context.chain.passphrase });
  const [lists, traders] = await Promise.all([
    ask(queries, operation, { accept: (found) => void joinHistory(account, found) }),
    askTraders(account, after, operation),
  ]);
  const taken = await readTaken(context, lists, traders, limit, operation);
  const first = joinHistory(account, lists, taken);
  const whenEmpty = () =>
    after === undefined
      ? confirmEmpty(context, account, queries, operation)
      : askOthers(context, account, queries, first, operation);
  const page = first.entries.length === 0 && first.unlisted === 0 ? await whenEmpty() : first;
  const shown = page.entries.slice(0, limit);
  const needed = await readNeeded(
    shown.flatMap(({ transaction, records }) => (transaction === undefined ? [] : [{ transaction, records }])),
    operation,
  );
  const assetOf = assetsOf(context);
  const hasMore = page.isFull || page.entries.length > limit;
  return {
    transactions: await operation.computeEach(shown, (entry) => {
      const { id, transaction, head, raw } = entry;
      const { effects, records = entry.records, raw: more = {} } = needed.get(id) ?? {};
      const parsed =
        transaction === undefined
          ? parseUnread(entry, head)
          : parseTransaction({ transaction, head, records, effects: effects?.list ?? [] }, assetOf);
      return { parsed, raw: { ...raw, ...more } };
    }),
    unlisted: page.unlisted,
    ...(taken.isWhole ? {} : { maybeMissing: ['what others took of its offers'] }),
    next: hasMore ? shown.at(-1)?.place.toString() : undefined,
  };
}

/** The place of a transaction, as `next` writes it. */
function readCursor(text: string): bigint | undefined {
  const place = /^[1-9]\d{0,18}$/.test(text) ? BigInt(text) : 0n;
  return place > 0n && place < 2n ** 63n && transactionPlace(place) === place ? place : undefined;
}
