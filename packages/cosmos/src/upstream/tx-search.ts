import { UpstreamError } from '@isochain/core';
import { type HttpAnswer, type Operation, RejectedAnswer, stringifyJson } from '@isochain/core/upstream';
import type { NamedChain } from '../chains.ts';
import {
  type FoundTransaction,
  pageOf,
  type SearchPage,
  transactionsAnswer,
  type UnreadPage,
} from './lcd/transaction-answer.ts';
import {
  askIndex,
  type IndexAnswer,
  meaningOf,
  type SearchContext,
  type SearchWish,
  type Spelling,
} from './tx-index.ts';

// Pages of a history: what a node's index answers, and whether it can be believed.

/** The longest page that nodes give (cometbft rpc/core/env.go: maxPerPage). */
export const longestPage = 100;

/** The endpoint that is asked, by its name. All pages of a history come from one endpoint, because others may be at another height. */
export interface SearchSource {
  readonly endpoint: string;
  readonly maxAttempts: number | undefined;
}

export interface SearchAnswer extends SearchPage {
  /** How it was asked. */
  readonly spelling: Spelling;
  /** The latest block of the node, if it said so. */
  readonly head: bigint | undefined;
}

/**
 * Asks for a page, newest first.
 *
 * @throws UpstreamError also if the answer is not what was asked for.
 */
export async function searchPage(
  context: SearchContext,
  { endpoint, maxAttempts }: SearchSource,
  wish: SearchWish,
  operation: Operation,
): Promise<SearchAnswer> {
  const source = { endpoint, maxAttempts, accept: acceptSearch, steps: ({ reads }: UnreadPage) => reads };
  const found = await askIndex(context.searchMemory, source, wish, transactionsAnswer, operation);
  if (found === undefined) throw failure(context, endpoint, 'it takes no form of the search');
  const { answer, spelling } = found;
  const head = readHead(answer.headers);
  if (!answer.ok) return { rows: [], total: undefined, unlisted: 0, spelling, head };
  const page = pageOf(answer.value);
  const named = await operation.computeEach(page.rows, (row) => names(row, wish.account));
  const flaw = flawOf(wish, spelling, page) ?? (named.includes(false) ? 'a transaction of another account' : undefined);
  if (flaw !== undefined) throw failure(context, endpoint, flaw);
  return { ...page, spelling, head };
}

/** The error if an endpoint cannot be believed. The next one is asked. */
export function failure({ chainId }: NamedChain, endpoint: string, detail: string): UpstreamError {
  return new UpstreamError(chainId, [{ endpoint, outcome: 'malformed', detail, ms: 0 }]);
}

function acceptSearch(answer: IndexAnswer<UnreadPage>): void {
  if (answer.ok) {
    pageOf(answer.value);
    return;
  }
  const means = meaningOf(answer.error);
  if (means === 'unable') throw new RejectedAnswer('it has no index of these transactions', 'unable');
  if (means === undefined) throw new RejectedAnswer('it refused the search', 'unavailable');
}

/** Why an answer cannot be believed. Pages of another order, or of another account, would make a history with holes. */
function flawOf({ upTo, perPage }: SearchWish, spelling: Spelling, { rows, total }: SearchPage): string | undefined {
  if (rows.length > perPage) return 'more transactions than were asked for';
  if (total !== undefined && total < rows.length) return 'fewer in all than on one page';
  if (rows.some(({ height }, i) => i > 0 && height > (rows[i - 1]?.height ?? 0n))) return 'not newest first';
  const [newest] = rows;
  if (spelling === 'query' && upTo !== undefined && newest !== undefined && newest.height > upTo) {
    return 'a transaction above the height that was asked for';
  }
  return undefined;
}

/** Whether an account is in a transaction. Events may be in base64. */
function names({ raw }: FoundTransaction, account: string): boolean {
  const text = stringifyJson(raw);
  return text.includes(account) || text.includes(btoa(account));
}

/** The latest block of a node. Its gateway puts it into a header of every answer (cosmos-sdk baseapp/grpcserver.go). */
export function readHead(headers: HttpAnswer<unknown>['headers']): bigint | undefined {
  const text = headers.get('grpc-metadata-x-cosmos-block-height');
  return text !== null && /^\d{1,18}$/.test(text) ? BigInt(text) : undefined;
}
