import {
  codes,
  IsochainError,
  type Kind,
  problem,
  refuse,
  type Status,
  toStatusEntry,
  UpstreamError,
} from '@isochain/core';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Env } from './context.ts';
import { exposedIn } from './hide-keys.ts';
import type { Log } from './log.ts';
import { noteProblems } from './note-problems.ts';

/** HTTP status of each kind of code. */
export const httpStatusOf: Readonly<Record<Kind, ContentfulStatusCode>> = {
  request: 400,
  mediaType: 415,
  tooLarge: 413,
  tooSlow: 408,
  unauthorized: 401,
  forbidden: 403,
  rateLimited: 429,
  notFound: 404,
  methodNotAllowed: 405,
  notBuilt: 501,
  gone: 410,
  chain: 400,
  refused: 400,
  conflict: 409,
  warning: 500,
  stopping: 503,
  upstream: 502,
  timeout: 504,
  internal: 500,
};

/** The body of every answer that is not a success. */
interface ErrorBody {
  readonly status: Status;
}

/** The only place where an error becomes an HTTP answer. It may be called twice for a request: the last answer counts and is logged. */
export function renderError(error: unknown, c: Context<Env>): Response {
  const fault = faultOf(error, c.get('requestId'));
  c.set('refusal', fault.code);
  const { status, headers, body } = answerTo(fault);
  const errors = [...body.status.errors, ...exposures(fault, kindOf(fault), c)];
  c.get('told').problems = [];
  noteProblems(c, { errors, warnings: [] });
  return c.json<ErrorBody>({ status: { ...body.status, errors } }, status, headers);
}

interface ErrorAnswer {
  readonly status: ContentfulStatusCode;
  /** Without the headers that every answer has. */
  readonly headers: Record<string, string>;
  readonly body: ErrorBody;
}

/** The answer to a fault, independent of the request. */
export function answerTo(fault: IsochainError): ErrorAnswer {
  const kind = kindOf(fault);
  return { status: httpStatusOf[kind], headers: headersOf(kind, fault), body: { status: statusOf(fault) } };
}

/** Refusals of requests that were not read. Clients with a valid key still learn that the request held a secret. */
const unread: ReadonlySet<Kind> = new Set(['request', 'notFound', 'methodNotAllowed', 'notBuilt', 'gone', 'forbidden']);

function exposures(fault: IsochainError, kind: Kind, c: Context<Env>): Status['errors'] {
  if (!unread.has(kind) || fault.problems.some(({ code }) => code === 'secret.exposed')) return [];
  const exposed = exposedIn(c.req.path, c.req.query());
  if (exposed === undefined) return [];
  return [toStatusEntry(problem('secret.exposed', exposed, exposed.field))];
}

/** What went wrong, in words for the client. Unexpected errors, and errors that only the operator can mend, get no details. */
export function faultOf(error: unknown, requestId: string): IsochainError {
  if (error instanceof IsochainError && kindOf(error) !== 'internal') return error;
  return refuse('internal.error', { requestId }, undefined, { cause: error });
}

function kindOf({ code }: IsochainError): Kind {
  return codes[code].kind;
}

/** The problems of a fault in the shape of the wire contract. */
export function statusOf(fault: IsochainError): Status {
  const errors = fault.problems.map(toStatusEntry);
  const [first, ...rest] = errors;
  if (first === undefined || kindOf(fault) !== 'upstream') return { errors, warnings: [] };
  const context = { ...first.context, seconds: retrySecondsOf(fault) };
  return { errors: [{ ...first, context }, ...rest], warnings: [] };
}

function headersOf(kind: Kind, fault: IsochainError): Record<string, string> {
  const context = fault.problems[0]?.context;
  if (kind === 'unauthorized') return { 'WWW-Authenticate': 'Bearer realm="isochain"' };
  if (kind === 'methodNotAllowed') return { Allow: String(context?.allowed) };
  // The rest of the body belongs to no request any more.
  if (kind === 'tooSlow') return { Connection: 'close' };
  if (kind === 'rateLimited') return { 'Retry-After': String(context?.seconds) };
  if (kind === 'upstream' || kind === 'timeout') return { 'Retry-After': String(retrySecondsOf(fault)) };
  return {};
}

/** Seconds to wait for a node that is behind or full: some blocks. */
const blocksSeconds = 15;

function retrySecondsOf(fault: IsochainError): number {
  return fault instanceof UpstreamError ? fault.retrySeconds : blocksSeconds;
}

/** Logs what a client may not see: the attempts at endpoints, and the stack of a defect. */
export function logFault(log: Log, error: unknown, fault: IsochainError, requestId: string): void {
  const kind = kindOf(fault);
  if (kind === 'internal') log('error', 'unexpected error', { requestId, error });
  if (kind === 'upstream' || kind === 'timeout') {
    log('warn', 'no usable answer from upstream', { requestId, code: fault.code, ...fault.context });
  }
}
