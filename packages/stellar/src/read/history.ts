import { type HistoryPage, type PageRequest, refuse } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { AccountId } from '../address/address.ts';
import type { StellarContext } from '../context.ts';
import { askOne } from '../upstream/ask.ts';
import { transactionPlace } from '../upstream/place.ts';
import { entriesOf, mostRecords } from '../upstream/queries/operations.ts';
import { askOthers, confirmEmpty } from './empty-history.ts';
import { assetsOf } from './names.ts';
import { readNeededEffects } from './needed-effects.ts';
import { parseTransaction } from './parse-transaction.ts';

// Horizon lists operations of an account, each with its transaction. A transaction holds all its operations, so one of them is enough to show it. A place in the
// history is that of a transaction (SEP-35). It is the same at all servers, and later ledgers do not move it.

/** Operations that are asked for beyond the wished number of transactions: a transaction may have several of the account. */
const spare = 10;

/**
 * Reads a page of a history, newest first, with failed transactions, in one round. A second one asks for effects if claims or shares of pools are on the page. A
 * page may be shorter than wished if its transactions have many operations. Later pages never show what came after the first page was read.
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
  const { passphrase } = context.chain;
  const query = entriesOf({ account, limit: Math.min(limit + spare, mostRecords), after, passphrase });
  const whenEmpty = () =>
    after === undefined
      ? confirmEmpty(context, account, query, operation)
      : askOthers(context, query, first, operation);
  const first = await askOne(query, operation);
  const page = first.entries.length === 0 ? await whenEmpty() : first;
  const shown = page.entries.slice(0, limit);
  const effects = await readNeededEffects(
    shown.map(({ transaction }) => transaction),
    operation,
  );
  const assetOf = assetsOf(context);
  const hasMore = page.isFull || page.entries.length > limit;
  return {
    transactions: shown.map((entry) => {
      const { transaction, records } = entry;
      const told = effects.get(transaction.id);
      return {
        parsed: parseTransaction({ ...entry, effects: told?.list ?? [] }, assetOf),
        raw: {
          operations: records.map(({ raw }) => raw),
          ...(told === undefined ? {} : { effects: told.raw }),
        },
      };
    }),
    next: hasMore ? shown.at(-1)?.place.toString() : undefined,
  };
}

/** The place of a transaction, as `next` writes it. */
function readCursor(text: string): bigint | undefined {
  const place = /^[1-9]\d{0,18}$/.test(text) ? BigInt(text) : 0n;
  return place > 0n && place < 2n ** 63n && transactionPlace(place) === place ? place : undefined;
}
