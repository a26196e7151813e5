import { UpstreamError } from '@isochain/core';
import { type Operation, silent } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { StellarContext } from '../context.ts';
import { ask } from '../upstream/ask.ts';
import { accountToShow } from '../upstream/queries/accounts.ts';
import { type EntryPage, type historyQueries, joinHistory } from '../upstream/queries/operations.ts';
import { root } from '../upstream/queries/root.ts';

type Servers = Pick<StellarContext, 'chain' | 'chainId' | 'endpoints'>;

/** Before this version, a server could lose the rows that an account's history is found by (stellar/stellar-horizon, CHANGELOG of 28.0.0, pull request 222). */
const firstSoundVersion = 28;

/**
 * Asks all servers for the first page of a history that was empty at one. Servers keep a part of the history, and not all keep the same. And a server of a version
 * before 28 may answer nothing for an account that has a history, until its ledgers are read anew. So "empty" is believed if the account does not exist, or if a
 * server of a sound version says so.
 *
 * @throws UpstreamError if no server can be believed.
 */
export async function confirmEmpty(
  { chainId, endpoints }: Servers,
  account: Address,
  queries: ReturnType<typeof historyQueries>,
  operation: Operation,
): Promise<EntryPage> {
  const failures: UpstreamError[] = [];
  const asked = endpoints.map(async (endpoint) => {
    try {
      const questions = { ...queries, holder: accountToShow(account), server: root };
      const { holder, server, ...lists } = await ask(questions, operation, {
        ...{ endpoint, maxAttempts: 1 },
        accept: (found) => void joinHistory(account, found),
      });
      return { endpoint, page: joinHistory(account, lists), holder, server };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      failures.push(error);
      return undefined;
    }
  });
  const answers = (await Promise.all(asked)).filter((answer) => answer !== undefined);
  const found = answers.find(({ page }) => hasRows(page));
  const sound = answers.find(
    ({ holder, server }) => holder === undefined || (server.version ?? 0) >= firstSoundVersion,
  );
  const believed = found ?? sound;
  if (believed !== undefined) return believed.page;
  const doubts = answers.map(({ endpoint }) => {
    const detail = `its version is below ${firstSoundVersion}, and it has no history of an account that exists`;
    return new UpstreamError(chainId, [{ endpoint, outcome: 'unable', detail, ms: 0 }]);
  });
  throw UpstreamError.joined(chainId, [...doubts, ...failures]);
}

/** Asks all servers for a later page that was empty at one. */
export async function askOthers(
  { endpoints }: Pick<Servers, 'endpoints'>,
  account: Address,
  queries: ReturnType<typeof historyQueries>,
  empty: EntryPage,
  operation: Operation,
): Promise<EntryPage> {
  if (endpoints.length < 2) return empty;
  const answers = await Promise.all(
    endpoints.map((endpoint) =>
      silent(
        ask(queries, operation, {
          ...{ endpoint, maxAttempts: 1 },
          accept: (found) => void joinHistory(account, found),
        }),
      ),
    ),
  );
  const pages = answers.flatMap((lists) => (lists === undefined ? [] : [joinHistory(account, lists)]));
  return pages.find(hasRows) ?? empty;
}

function hasRows({ entries, unlisted }: EntryPage): boolean {
  return entries.length + unlisted > 0;
}
