import { AttemptFailure, type FailureFacts, type FailureOutcome } from './attempt-failure.ts';
import type { FetchAnswer } from './fetch.ts';

interface StatusRule {
  readonly statuses: readonly number[];
  readonly outcome: FailureOutcome;
  readonly facts: FailureFacts;
}

/**
 * The meaning of statuses that are not an answer. First match wins. All others, such as 5xx, are failures of the endpoint that may pass.
 *
 * `unprocessed` is set only for statuses that a server sends before it reads the body. 503 does not have it: proxies also send it when the
 * connection behind them breaks after the request was sent.
 */
const statusRules = [
  { statuses: [429], outcome: 'rateLimited', facts: { unprocessed: true } },
  { statuses: [401, 402, 403, 405, 407, 451], outcome: 'http', facts: { unprocessed: true, final: true } },
  { statuses: [400, 409, 410, 413, 414, 415, 422, 431], outcome: 'http', facts: { final: true, blameless: true } },
  { statuses: [404, 406, 421, 426, 501, 505], outcome: 'http', facts: { final: true } },
] as const satisfies readonly StatusRule[];

/** The failure that a status means, with the time of Retry-After. */
export function statusFailure(
  answer: { readonly status: number; readonly headers: FetchAnswer['headers'] },
  now: number,
  more: FailureFacts = {},
): AttemptFailure {
  const rule: StatusRule | undefined = statusRules.find(({ statuses }) =>
    (statuses as readonly number[]).includes(answer.status),
  );
  const facts = { ...rule?.facts, retryAfterMs: retryAfter(answer.headers, now), ...more };
  return new AttemptFailure(rule?.outcome ?? 'http', `HTTP ${answer.status}`, facts);
}

/** The Retry-After header in milliseconds from now. RFC 9110, section 10.2.3: seconds or a date. */
export function retryAfter(headers: FetchAnswer['headers'], now: number): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (!text) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
