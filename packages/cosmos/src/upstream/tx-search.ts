import { UpstreamError } from '@isochain/core';
import {
  type HttpAnswer,
  type HttpRequest,
  largeAnswer,
  type Operation,
  RejectedAnswer,
  stringifyJson,
} from '@isochain/core/upstream';
import type * as z from 'zod';
import type { NamedChain } from '../chains.ts';
import { type FoundTransaction, type SearchPage, transactionsAnswer } from './lcd/transaction-answer.ts';
import { lcdError } from './lcd/transactions.ts';

// `GET /cosmos/tx/v1beta1/txs` searches the index of a node by what happened in transactions.

/**
 * How a node wants the search to be written. `query` is for cosmos-sdk 0.50 and later, and `events` for older ones. Each refuses the other.
 * `query` can end at a height. `events` cannot on all versions: 0.46.4 to 0.47.3 refuse `<=` (cosmos/cosmos-sdk issue 16993), and old indexes go
 * through all heights for it.
 */
export type Spelling = 'query' | 'events';

/** What the searches so far have shown about endpoints, by their names. */
export interface SearchMemory {
  readonly spellings: Map<string, Spelling>;
  /** Endpoints that keep no index, or only a part of it. They are asked last. */
  readonly unable: Set<string>;
}

/** Each opened chain has one. */
export function createSearchMemory(): SearchMemory {
  return { spellings: new Map(), unable: new Set() };
}

export interface SearchContext extends NamedChain {
  readonly searchSpelling: SearchMemory;
}

/** What can be searched for: transactions that an account signed or paid, and those that brought it coins of the module `bank`. */
export const searches = { sent: 'message.sender', received: 'transfer.recipient' } as const;

export type SearchName = keyof typeof searches;

/** The longest page that nodes give (cometbft rpc/core/env.go: maxPerPage). */
export const longestPage = 100;

/** A page of a search. */
export interface SearchWish {
  readonly name: SearchName;
  /** Checked before. */
  readonly account: string;
  /** Only up to this height. Ignored by nodes that are asked with `events`. */
  readonly upTo: bigint | undefined;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

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
  const { searchSpelling: memory } = context;
  const options = { kind: 'rest', endpoint, maxAttempts, accept: acceptSearch };
  const first = memory.spellings.get(endpoint) ?? 'query';
  for (const spelling of [first, first === 'query' ? 'events' : 'query'] as const) {
    const answer = await operation.http(requestOf(spelling, wish), options);
    if (!answer.ok && meaningOf(answer.error.message) === 'otherSpelling') continue;
    memory.spellings.set(endpoint, spelling);
    const head = readHead(answer.headers);
    if (!answer.ok) return { rows: [], total: undefined, spelling, head };
    const flaw = flawOf(wish, spelling, answer.value);
    if (flaw === undefined) return { ...answer.value, spelling, head };
    throw failure(context, endpoint, flaw);
  }
  throw failure(context, endpoint, 'it takes no form of the search');
}

/** The error if an endpoint cannot be believed. The next one is asked. */
export function failure({ chainId }: NamedChain, endpoint: string, detail: string): UpstreamError {
  return new UpstreamError(chainId, [{ endpoint, outcome: 'malformed', detail, ms: 0 }]);
}

function requestOf(
  spelling: Spelling,
  { name, account, upTo, page, perPage }: SearchWish,
): HttpRequest<SearchPage, z.output<typeof lcdError>> {
  const condition = `${searches[name]}='${account}'`;
  const search =
    spelling === 'query'
      ? { query: upTo === undefined ? condition : `${condition} AND tx.height<=${upTo}` }
      : // Up to cosmos-sdk 0.45 pages are counted by transactions.
        { events: condition, 'pagination.offset': (page - 1) * perPage, 'pagination.limit': perPage };
  return {
    path: '/cosmos/tx/v1beta1/txs',
    query: { ...search, order_by: 'ORDER_BY_DESC', page, limit: perPage },
    maxBytes: largeAnswer,
    schema: transactionsAnswer,
    refusals,
  };
}

const refusals = { statuses: [400, 404, 500, 501], schema: lcdError };

/** What nodes say instead of a page (cosmos-sdk x/auth/tx/service.go and query.go, cometbft rpc/core/tx.go and env.go). */
const meanings = [
  { when: /page should be within/, means: 'end' },
  { when: /must declare at least one event|query cannot be empty|invalid event/, means: 'otherSpelling' },
  { when: /indexing is disabled|is not available|not implemented|could not find results for height/i, means: 'unable' },
] as const;

function meaningOf(message: string): (typeof meanings)[number]['means'] | undefined {
  return meanings.find(({ when }) => when.test(message))?.means;
}

function acceptSearch(answer: HttpAnswer<SearchPage, z.output<typeof lcdError>>): void {
  if (answer.ok) return;
  const means = meaningOf(answer.error.message);
  if (means === 'unable') throw new RejectedAnswer('it has no index of these transactions', 'unable');
  if (means === undefined) throw new RejectedAnswer('it refused the search', 'unavailable');
}

/** Why an answer cannot be believed. Pages of another order, or of another account, would make a history with holes. */
function flawOf(
  { upTo, account, perPage }: SearchWish,
  spelling: Spelling,
  { rows, total }: SearchPage,
): string | undefined {
  if (rows.length > perPage) return 'more transactions than were asked for';
  if (total !== undefined && total < rows.length) return 'fewer in all than on one page';
  if (rows.some(({ height }, i) => i > 0 && height > (rows[i - 1]?.height ?? 0n))) return 'not newest first';
  const [newest] = rows;
  if (spelling === 'query' && upTo !== undefined && newest !== undefined && newest.height > upTo) {
    return 'a transaction above the height that was asked for';
  }
  return rows.every((row) => names(row, account)) ? undefined : 'a transaction of another account';
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
