import { type HttpAnswer, type HttpRequest, isErrorAlone, mediumAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { TronKind } from '../options.ts';

/** A question to one kind of endpoint. */
export interface Query<T = unknown> {
  readonly kind: TronKind;
  readonly request: HttpRequest<unknown, never>;
  /**
   * Reads the answer, and compares it with the question.
   *
   * @throws RejectedAnswer if it does not answer the question, or cannot be true.
   */
  read(value: unknown): T;
  /** What it means that the endpoint does not take the question. By default another endpoint is asked. */
  readonly refused?: { readonly value: T } | undefined;
}

/**
 * What nodes answer, with HTTP 200, to a request that they did not carry out (tronprotocol/java-tron, Util.printErrorMsg), and what others in front of
 * them answer. All members of an account may be absent: such an answer would read as an account without anything.
 */
const fault = z.union([
  z.object({ Error: z.string() }),
  z
    .unknown()
    .refine(isErrorAlone)
    .transform((body) => ({ Error: JSON.stringify(body) })),
]);

/** Texts of a node that has too much to do: its own limit of requests (RateLimiterServlet of tronprotocol/java-tron). */
const busy = /lack of computing resources/i;

/** Statuses of a method that an endpoint does not serve. */
const unserved = [404, 405, 501];

/** What such a refusal says does not matter, so it has no type in queries. */
const anything = z.unknown() as unknown as z.ZodType<never>;

interface Question<Raw, T> {
  /** Below the URL of the endpoint. Input of a client must be checked. */
  readonly path: string;
  /** The path's pattern, for logs. */
  readonly route?: string | undefined;
  readonly query?: HttpRequest['query'];
  /** A question with a body is sent by POST. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly schema: z.ZodType<Raw>;
  /** As of a request: work on a long list, before it is read. */
  readonly steps?: ((value: Raw) => readonly (() => unknown)[]) | undefined;
  readonly maxBytes?: number | undefined;
  readonly read: (value: Raw) => T;
  /** For questions that not all endpoints take. */
  readonly refused?: { readonly value: T } | undefined;
}

/** A question to the interface of a node: `/wallet/…` and `/walletsolidity/…`. */
export function nodeQuery<Raw, T>(question: Question<Raw, T>): Query<T> {
  return queryOf('node', question);
}

/** A question to TronGrid's index: `/v1/…`. */
export function indexQuery<Raw, T>(question: Question<Raw, T>): Query<T> {
  return queryOf('trongrid', question);
}

function queryOf<Raw, T>(
  kind: TronKind,
  { path, route, query, body, schema, steps, maxBytes = mediumAnswer, read, refused }: Question<Raw, T>,
): Query<T> {
  const request = {
    path,
    route,
    query,
    ...(body === undefined ? {} : { body: { json: body } }),
    maxBytes,
    readsErrors: true as const,
    schema: z.union([fault, schema]),
    ...(steps === undefined
      ? {}
      : { steps: (value: unknown) => (fault.safeParse(value).success ? [] : steps(value as Raw)) }),
    ...(refused === undefined ? {} : { refusals: { statuses: unserved, schema: anything } }),
  };
  return {
    kind,
    request,
    ...(refused === undefined ? {} : { refused }),
    read(value) {
      const failed = fault.safeParse(value);
      if (!failed.success) return read(value as Raw);
      if (refused !== undefined && !busy.test(failed.data.Error)) return refused.value;
      throw faultOf(failed.data.Error);
    },
  };
}

function faultOf(text: string): RejectedAnswer {
  return busy.test(text)
    ? new RejectedAnswer('it says that it is busy', 'rateLimited')
    : new RejectedAnswer('it answers with an error', 'unavailable');
}

/** The same question, with another reading of its answer. */
export function mapped<T, U>(query: Query<T>, map: (value: T) => U): Query<U> {
  const refused = query.refused && { value: map(query.refused.value) };
  return {
    ...query,
    read: (value) => map(query.read(value)),
    ...(refused === undefined ? { refused: undefined } : { refused }),
  };
}

/** The value of an answer, for the guards. */
export function answerOf<T>(query: Query<T>, answer: HttpAnswer<unknown, unknown>): T {
  if (answer.ok) return query.read(answer.value);
  if (query.refused === undefined) throw new RejectedAnswer('it answers with an error', 'unavailable');
  return query.refused.value;
}
