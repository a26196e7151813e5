import { type Operation, silent } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { StellarContext } from '../context.ts';
import { ask, askOne } from '../upstream/ask.ts';
import { ledgerOf, transactionPlace } from '../upstream/place.ts';
import { endsOf, type Joined, type Lists, type Taken } from '../upstream/queries/operations.ts';
import { operationAt, type Traders, tradersWith } from '../upstream/queries/trades.ts';
import { mapped, type Query } from '../upstream/query.ts';

/** Trades of a page, and what the lists of the account lack of them. */
export interface TakenOffers extends Taken {
  /** Whether the servers told all of them. */
  readonly isWhole: boolean;
}

const untold: TakenOffers = { rows: [], isCut: false, end: undefined, isWhole: false };

/** Asks for the trades of an account. Undefined if no server tells them: a history is shown without them. */
export function askTraders(
  account: Address,
  after: bigint | undefined,
  operation: Operation,
): Promise<Traders | undefined> {
  return silent(askOne(tradersWith({ account, after }), operation));
}

/**
 * Reads the transactions in which others took offers of an account, as far as the lists of the account lack them. Usually there are none, and nobody is asked.
 *
 * @param limit - The most entries that the page shows.
 */
export async function readTaken(
  { chain }: Pick<StellarContext, 'chain'>,
  lists: Lists,
  traders: Traders | undefined,
  limit: number,
  operation: Operation,
): Promise<TakenOffers> {
  if (traders === undefined) return untold;
  const { operations, isWhole, isFull, head } = traders;
  const known = new Set([...lists.operations.rows, ...lists.transactions.rows].map(({ place }) => place));
  const missing = new Map(
    operations.flatMap((id) => (known.has(transactionPlace(id)) ? [] : [[transactionPlace(id), id] as const])),
  );
  const oldest = operations.at(-1);
  const end = isFull && oldest !== undefined ? transactionPlace(oldest) : undefined;
  const ends = [...endsOf(lists), ...(end === undefined ? [] : [end])];
  // No entry below this place is on the page.
  const newestFirst = [...known].sort((a, b) => (a > b ? -1 : 1));
  const last = newestFirst[limit - 1];
  // A server that lags behind the lists does not know the trades beside their newest rows.
  const [newest] = newestFirst;
  const isBehind = head !== undefined && newest !== undefined && head < ledgerOf(newest);
  const wanted = [...missing].filter(([place]) => [...ends, last ?? 0n].every((each) => place >= each)).slice(0, limit);
  const rows = await readRows(
    wanted.map(([, id]) => id),
    chain.passphrase,
    operation,
  );
  const ids = new Set([...lists.operations.rows, ...lists.transactions.rows].map(({ id }) => id));
  const fresh = rows.filter((row): row is Joined => row !== undefined && !ids.has(row.id));
  return {
    rows: fresh,
    isCut: wanted.length < missing.size,
    end,
    isWhole: isWhole && !isBehind && fresh.length === wanted.length,
  };
}

/** Undefined for those that no server tells. */
async function readRows(
  ids: readonly bigint[],
  passphrase: string,
  operation: Operation,
): Promise<(Joined | undefined)[]> {
  if (ids.length === 0) return [];
  const queries: Record<string, Query<Joined | undefined>> = Object.fromEntries(
    ids.map((id) => [
      id.toString(),
      mapped(operationAt(id, passphrase), (row) => {
        const { id: hash } = row?.transaction ?? {};
        return hash === undefined || hash === row?.id ? row : undefined;
      }),
    ]),
  );
  const together = await silent(ask(queries, operation));
  if (together !== undefined) return ids.map((id) => together[id.toString()]);
  // One that is odd must not cost the others.
  return Promise.all(ids.map((id) => silent(askOne(operationAt(id, passphrase), operation))));
}
