import type * as z from 'zod';
import { smallAnswer } from './answer-size.ts';
import { AttemptFailure } from './attempt-failure.ts';
import { checkAnswer, readJson } from './check-answer.ts';
import { type Query, type Target, urlOf } from './endpoint.ts';
import type { WireAnswer, WireRequest } from './exchange.ts';
import type { FetchAnswer } from './fetch.ts';
import { errorInPlaceOfAnswer, noticeFailure, statusFailure } from './http-failures.ts';
import { jsonOrText, stringifyJson } from './json.ts';
import { isWebPage } from './notices.ts';

/** One HTTP request to a REST interface. */
export interface HttpRequest<T = unknown, E = never> {
  /** `GET`, or `POST` if there is a body. */
  readonly method?: 'GET' | 'POST' | undefined;
  /** Path below the endpoint's URL. Begins with a slash. Input of a client must be encoded or checked. */
  readonly path: string;
  /** The path's pattern, `/accounts/{id}`, for logs and metrics. The path by default. */
  readonly route?: string | undefined;
  readonly query?: Query | undefined;
  readonly body?: HttpBody | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Size limit of the answer, in bytes. `smallAnswer` (64 KiB) by default. A longer answer is not read, and the next endpoint is asked. */
  readonly maxBytes?: number | undefined;
  /** How a 2xx body is read. `json` by default. */
  readonly as?: 'json' | 'text' | undefined;
  /**
   * Schema of a 2xx body. A body that does not fit is a failure of the endpoint. Make the schema once, not per request: reads with different schemas
   * are never coalesced.
   */
  readonly schema: z.ZodType<T>;
  /** Set for an interface that has its errors in answers of status 200: then the schema reads them. Otherwise a body with nothing but an error is a failure. */
  readonly readsErrors?: true | undefined;
  /**
   * Work on the value that must be done before `accept`, in steps of some milliseconds. Others of the process run in between. For long lists: the schema
   * checks their elements only here. A step does its work once (`once`): the next reading of the value finds it done. It throws RejectedAnswer if the
   * endpoint does not answer what was asked. Not for writes, because steps end with the operation.
   */
  steps?(value: T): readonly (() => unknown)[];
  /**
   * Other statuses that are answers: 404 if something does not exist, 400 for a refused transaction. The schema is for their body (parsed if it is
   * JSON, a string otherwise). It tells an answer of the interface from one of a proxy in front of it.
   */
  readonly refusals?: { readonly statuses: readonly number[]; readonly schema: z.ZodType<E> } | undefined;
}

export type HttpBody =
  /** A `bigint` in it is written as a JSON integer. */
  | { readonly json: unknown }
  | { readonly form: Readonly<Record<string, string>> }
  | { readonly text: string; readonly type?: string }
  | { readonly bytes: Uint8Array; readonly type: string };

/** A request without declared refusals is answered with `ok: true`, or fails. */
export type HttpAnswer<T, E = never> = HttpSuccess<T> | ([E] extends [never] ? never : HttpRefusal<E>);

export interface HttpSuccess<T> {
  readonly ok: true;
  readonly status: number;
  readonly headers: FetchAnswer['headers'];
  readonly value: T;
}

export interface HttpRefusal<E> {
  readonly ok: false;
  readonly status: number;
  readonly headers: FetchAnswer['headers'];
  /** What the schema of `refusals` made of the body. */
  readonly error: E;
}

/** The answers of several requests, in their order. */
export type HttpAnswers<Requests extends readonly HttpRequest<unknown, unknown>[]> = {
  readonly [K in keyof Requests]: HttpAnswer<
    Requests[K]['schema'] extends z.ZodType<infer T> ? T : never,
    ErrorOf<Requests[K]>
  >;
};

type ErrorOf<R> = R extends { readonly refusals?: infer F }
  ? F extends { readonly schema: z.ZodType<infer E> }
    ? E
    : never
  : never;

function methodOf({ method, body }: HttpRequest<unknown, unknown>): 'GET' | 'POST' {
  return method ?? (body ? 'POST' : 'GET');
}

/** Names the request for logs: `GET /accounts/{id}`. */
export function describeRequest(request: HttpRequest<unknown, unknown>): string {
  return `${methodOf(request)} ${request.route ?? request.path}`;
}

export function encodeRequest(request: HttpRequest<unknown, unknown>, target: Target): Omit<WireRequest, 'timeoutMs'> {
  const { body, type } = encodeBody(request.body);
  return {
    method: methodOf(request),
    url: urlOf(target.base, request.path, request.query),
    headers: { ...(type === undefined ? {} : { 'content-type': type }), ...request.headers },
    body,
    maxBytes: request.maxBytes ?? smallAnswer,
  };
}

function encodeBody(body: HttpBody | undefined): { body: WireRequest['body']; type?: string } {
  if (!body) return { body: undefined };
  if ('json' in body) return { body: stringifyJson(body.json), type: 'application/json' };
  if ('form' in body)
    return { body: new URLSearchParams(body.form).toString(), type: 'application/x-www-form-urlencoded' };
  if ('text' in body) return { body: body.text, type: body.type ?? 'text/plain' };
  // A copy: `fetch` takes no views of shared memory.
  return { body: new Uint8Array(body.bytes), type: body.type };
}

/** @throws AttemptFailure if it is not an answer. */
export function decodeResponse<T, E>(
  request: HttpRequest<T, E>,
  answer: WireAnswer,
  now: number,
): HttpSuccess<T> | HttpRefusal<E> {
  const what = describeRequest(request);
  const { status, headers, text } = answer;
  const ended = noticeFailure(answer, what);
  if (ended !== undefined) throw ended;
  if (status >= 200 && status < 300) {
    const page = isWebPage(text) ? new AttemptFailure('webPage', `${what}: a web page`) : undefined;
    if (page !== undefined && request.as !== 'text') throw page;
    const body = request.as === 'text' ? text : readJson(text, what);
    const failed = request.readsErrors === true ? undefined : errorInPlaceOfAnswer(body, what);
    if (failed !== undefined) throw failed;
    const checked = checkAnswer(request.schema, body, what);
    if (checked.ok) return { ok: true, status, headers, value: checked.value };
    throw page ?? new AttemptFailure('malformed', checked.detail);
  }
  if (request.refusals?.statuses.includes(status)) {
    const checked = checkAnswer(request.refusals.schema, jsonOrText(text), what);
    if (checked.ok) return { ok: false, status, headers, error: checked.value };
  }
  throw statusFailure(answer, now);
}
