import { AttemptFailure, type FailureFacts, type FailureOutcome } from './attempt-failure.ts';
import { cleanReason } from './clean-reason.ts';
import type { WireAnswer } from './exchange.ts';
import type { FetchAnswer } from './fetch.ts';
import { jsonOrText } from './json.ts';
import { isWebPage, noticeInBody } from './notices.ts';

interface StatusRule {
  readonly statuses: readonly number[];
  readonly outcome: FailureOutcome;
  readonly facts: FailureFacts;
}

/**
 * The meaning of statuses that are not an answer. First match wins. All others, such as 5xx, are failures of the endpoint that may pass.
 *
 * `unprocessed` is set only for statuses that a server sends before it reads the body. 503 does not have it: proxies also send it when the
 * connection behind them breaks after the request was sent. For 404 the body decides.
 */
const statusRules = [
  { statuses: [429], outcome: 'rateLimited', facts: { unprocessed: true } },
  // RFC 9110, section 15.5.11: gone, and likely for good. Interfaces that use it for something else declare it among their refusals.
  { statuses: [410], outcome: 'closed', facts: { unprocessed: true, final: true } },
  { statuses: [401, 402, 403, 407], outcome: 'unauthorized', facts: { unprocessed: true, final: true } },
  { statuses: [405, 451], outcome: 'http', facts: { unprocessed: true, final: true } },
  { statuses: [400, 409, 413, 414, 415, 422, 431], outcome: 'http', facts: { final: true, blameless: true } },
  { statuses: [404], outcome: 'notServed', facts: { final: true } },
  { statuses: [406, 421, 426, 501, 505], outcome: 'http', facts: { final: true } },
] as const satisfies readonly StatusRule[];

/**
 * What servers say that have nothing at such a path, and hand the request to nobody: Go's net/http ("404 page not found"), Express ("Cannot POST /x"),
 * Starlette ("Not Found").
 */
const noSuchPath =
  /^(?:error )?(?:404)?[\W_]*(?:(?:page|path|route|resource|endpoint|the requested url)\W*)?(?:was )?not found\W*$|^cannot post\b/i;

/** Members of an error in JSON that hold its words. Tron's nodes write one of them large. */
const wordy = ['detail', 'error', 'Error', 'message', 'msg', 'title'];

/** What else an error in JSON has, and no answer has alone. */
const besideWords = [
  'code',
  'details',
  'ok',
  'path',
  'reason',
  'requestId',
  'status',
  'statusCode',
  'success',
  'timestamp',
  'type',
];

/** Whether a 404 comes from a server that has no such path. An interface that answers 404 of its own accord says what it did not find. */
function isNoSuchPath({ status, text }: Pick<WireAnswer, 'status' | 'text'>): boolean {
  if (status !== 404) return false;
  const body: unknown = jsonOrText(text);
  if (typeof body === 'string') return body.trim() === '' || isWebPage(body) || noSuchPath.test(body.trim());
  const words = Object.entries(Object(body)).flatMap(([name, value]) => (wordy.includes(name) ? [value] : []));
  return words.length > 0 && words.every((value) => typeof value === 'string' && noSuchPath.test(value.trim()));
}

/** Statuses that concern the operator alone: a plan, a key or a limit. Their words are not for clients. */
const ofOperator = [401, 402, 403, 407, 410, 429];

/** A longer text is not a reason. */
const longestWords = 1_000;

/** What a server says of its failure, if it says it in a short text or in JSON. */
function wordsIn({ status, text }: Pick<WireAnswer, 'status' | 'text'>): { readonly said?: string } {
  if (ofOperator.includes(status) || text.length > longestWords || isWebPage(text)) return {};
  return saidIn(jsonOrText(text));
}

function saidIn(body: unknown): { readonly said?: string } {
  const { error }: { readonly error?: unknown } = Object(body);
  const told = [body, ...[error, body].flatMap((part) => wordy.map((name) => Object(part)[name]))];
  const said = cleanReason(told.find((value) => typeof value === 'string') ?? '');
  return said === '' ? {} : { said };
}

/** Whether a body holds nothing but an error, whatever its status. No interface that we ask answers with words alone. */
export function isErrorAlone(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const names = Object.keys(body);
  const hasWords = names.some((name) => wordy.includes(name) && Boolean(Object(body)[name]));
  return hasWords && names.every((name) => wordy.includes(name) || besideWords.includes(name));
}

/**
 * The failure that a body with a status of success means if it holds nothing but an error. Where all members of an answer may be absent, it would read as
 * "there is nothing".
 *
 * @param what - What was asked, for logs.
 */
export function errorInPlaceOfAnswer(body: unknown, what: string): AttemptFailure | undefined {
  if (!isErrorAlone(body)) return undefined;
  return new AttemptFailure('unavailable', `${what}: an error in place of an answer`, saidIn(body));
}

/** The failure that a status means, with the time of Retry-After. */
export function statusFailure(
  answer: Pick<WireAnswer, 'status' | 'headers' | 'text'>,
  now: number,
  more: FailureFacts = {},
): AttemptFailure {
  const rule: StatusRule | undefined = statusRules.find(({ statuses }) =>
    (statuses as readonly number[]).includes(answer.status),
  );
  const unprocessed = isNoSuchPath(answer) ? { unprocessed: true } : {};
  const facts = {
    ...rule?.facts,
    ...unprocessed,
    ...wordsIn(answer),
    retryAfterMs: retryAfter(answer.headers, now),
    ...more,
  };
  return new AttemptFailure(rule?.outcome ?? 'http', `HTTP ${answer.status}`, facts);
}

/**
 * The failure that a body means, whatever its status: the provider says that it closed the endpoint, or that it wants a key. Undefined if the body may be an
 * answer.
 *
 * @param what - What was asked, for logs.
 */
export function noticeFailure(
  { status, text }: Pick<WireAnswer, 'status' | 'text'>,
  what: string,
): AttemptFailure | undefined {
  const notice = noticeInBody(text);
  if (notice === undefined) return undefined;
  const told = notice === 'closed' ? 'it says that it was closed' : 'it wants another key';
  // With 5xx, the request may have been carried out before.
  return new AttemptFailure(notice, `${what}: HTTP ${status}, ${told}`, { unprocessed: status < 500, final: true });
}

/** The Retry-After header in milliseconds from now. RFC 9110, section 10.2.3: seconds or a date. */
export function retryAfter(headers: FetchAnswer['headers'], now: number): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (!text) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
