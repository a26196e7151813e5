import { type HttpAnswer, type HttpRequest, largeAnswer, type Operation } from '@isochain/core/upstream';
import type * as z from 'zod';
import type { NamedChain } from '../chains.ts';
import { grpcCodes, lcdError } from './lcd/transactions.ts';
import { refusalStatuses } from './query.ts';

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
  readonly searchMemory: SearchMemory;
}

/** The event attributes that transactions are searched by: who signed or paid, who received coins of the module `bank`, and who staked. */
export const searches = {
  sent: 'message.sender',
  received: 'transfer.recipient',
  staked: 'delegate.delegator',
} as const;

export type SearchName = keyof typeof searches;

/** A page of a search. */
export interface SearchWish {
  readonly name: SearchName;
  /** Checked before. */
  readonly account: string;
  /** Only up to this height. Ignored by nodes that are asked with `events`. */
  readonly upTo?: bigint | undefined;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

type LcdError = z.output<typeof lcdError>;

/** An answer to a search, or a refusal of it. */
export type IndexAnswer<T> = HttpAnswer<T, LcdError>;

/** How the endpoint is asked. */
interface Source<T> {
  /** Its name. */
  readonly endpoint: string;
  readonly maxAttempts?: number | undefined;
  /** Throws for answers that the endpoint should not give. Gets refusals of a spelling too. */
  readonly accept?: (answer: IndexAnswer<T>) => void;
  /** Work on a page before that. Others of the process run between two steps. */
  readonly steps?: HttpRequest<T>['steps'];
}

/**
 * Asks a node for a page, newest first, in the spelling that it takes. The memory learns it.
 *
 * @param schema - Of the page.
 * @returns The answer, with the spelling that it was asked in. Undefined if the node refuses both.
 */
export async function askIndex<T>(
  memory: SearchMemory,
  { steps, ...source }: Source<T>,
  wish: SearchWish,
  schema: z.ZodType<T>,
  operation: Operation,
): Promise<{ readonly answer: IndexAnswer<T>; readonly spelling: Spelling } | undefined> {
  const options = { kind: 'rest', ...source };
  const first = memory.spellings.get(source.endpoint) ?? 'query';
  for (const spelling of [first, first === 'query' ? 'events' : 'query'] as const) {
    const answer = await operation.http({ ...requestOf(spelling, wish, schema), ...(steps && { steps }) }, options);
    const means = answer.ok ? undefined : meaningOf(answer.error);
    if (means === 'otherSpelling') continue;
    if (answer.ok || means === 'end') memory.spellings.set(source.endpoint, spelling);
    return { answer, spelling };
  }
  return undefined;
}

function requestOf<T>(
  spelling: Spelling,
  { name, account, upTo, page, perPage }: SearchWish,
  schema: z.ZodType<T>,
): HttpRequest<T, LcdError> {
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
    schema,
    refusals: { statuses: refusalStatuses, schema: lcdError },
  };
}

/** What nodes say instead of a page (cosmos-sdk x/auth/tx/service.go and query.go, cometbft rpc/core/tx.go and env.go). */
const meanings = [
  { when: /page should be within/, means: 'end' },
  { when: /must declare at least one event|query cannot be empty|invalid event/, means: 'otherSpelling' },
  { when: /indexing is disabled|is not available|could not find results for height/i, means: 'unable' },
] as const;

/** What a refusal of a search means: undefined if it is none of those that nodes are known to give. */
export function meaningOf({ code, message }: LcdError): (typeof meanings)[number]['means'] | undefined {
  return code === grpcCodes.unimplemented ? 'unable' : meanings.find(({ when }) => when.test(message))?.means;
}
