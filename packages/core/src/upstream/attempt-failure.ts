import type { Notice } from './notices.ts';

/** Why an endpoint gave no usable answer. */
export type FailureOutcome =
  /** No complete answer within the time of one attempt. */
  | 'timeout'
  /** It took longer than usual, and another endpoint answered meanwhile. */
  | 'overtaken'
  /** No connection, or it broke. */
  | 'network'
  /** An HTTP status that is not an answer, such as a redirect. */
  | 'http'
  /** The name of its host does not exist (any more). */
  | 'unresolved'
  /** It says that it was closed: HTTP 410, or in words. */
  | 'closed'
  /** It wants a key, or does not take the one that it gets: HTTP 401, 402, 403 or 407, or in words. */
  | 'unauthorized'
  /** Nothing is served at its address: HTTP 404 without an answer of the interface. */
  | 'notServed'
  /** A page for people in place of an answer. */
  | 'webPage'
  /** A JSON-RPC error about the endpoint, not about the call. */
  | 'unavailable'
  /** Not JSON, not JSON-RPC, or not what the schema of the call expects. */
  | 'malformed'
  /** Well formed, but not to be trusted, for example because it is of another chain. */
  | 'rejected'
  /** It serves the right chain, but its latest block is older than it may be: the node lags, or the chain stands still. */
  | 'stale'
  | 'rateLimited'
  /** More bytes than we are willing to read. */
  | 'tooLarge'
  /** The endpoint does not have the method. */
  | 'unsupported'
  /** The endpoint works, but the request is beyond its limits. */
  | 'unable'
  /** A JSON-RPC error, and the caller expected none. */
  | 'refused'
  /** The endpoint wants fewer calls in a batch. It is asked again. Never in an `UpstreamError`. */
  | 'batchRefused'
  /** The operation was ended from outside, or another endpoint answered. */
  | 'cancelled';

export interface FailureFacts {
  /** From Retry-After. */
  readonly retryAfterMs?: number | undefined;
  /** The endpoint certainly did not act on the request. So even a write may go to another one. */
  readonly unprocessed?: boolean | undefined;
  /** The same request to the same endpoint will fail again. */
  readonly final?: boolean | undefined;
  /** The endpoint is not to blame, and is not set aside. */
  readonly blameless?: boolean | undefined;
  /** Largest batch that the endpoint says it takes. */
  readonly batchLimit?: number | undefined;
  /** The endpoint may not take batches. If it is asked again, it gets single calls. */
  readonly batchSuspected?: boolean | undefined;
  /** The endpoint's own words, made safe for clients by `cleanReason`. */
  readonly said?: string | undefined;
}

/** One attempt at one endpoint failed. Internal: an `UpstreamError` collects the failures of all attempts. */
export class AttemptFailure extends Error {
  override readonly name = 'AttemptFailure';
  readonly outcome: FailureOutcome;
  readonly detail: string;
  readonly facts: FailureFacts;

  constructor(outcome: FailureOutcome, detail: string, facts: FailureFacts = {}) {
    super(detail);
    this.outcome = outcome;
    this.detail = detail;
    this.facts = facts;
  }
}

/**
 * Thrown by an `accept` hook: the answers are well formed, but the endpoint is not to be trusted (another chain id, a height far behind). The
 * endpoint is set aside, and the next one is asked.
 */
export class RejectedAnswer extends Error {
  override readonly name = 'RejectedAnswer';
  readonly outcome: 'rejected' | 'rateLimited' | 'unavailable' | 'unable' | Notice;
  /** The endpoint certainly did not act on the request. */
  readonly unprocessed: boolean;

  /**
   * @param reason - For logs. Must not repeat text of the upstream.
   * @param outcome - `rateLimited`, `unavailable`, `closed` and `unauthorized` are for interfaces that say so in a regular answer. `unable` is for interfaces that say that a
   *   request is beyond their limits: the next endpoint is asked, and this one is not set aside.
   * @param facts.unprocessed - Set if the endpoint certainly did not act on a write: it serves another chain, or says so before it takes anything. A
   *   rate limit is such a case without it.
   */
  constructor(
    reason: string,
    outcome: RejectedAnswer['outcome'] = 'rejected',
    facts: Pick<FailureFacts, 'unprocessed'> = {},
  ) {
    super(reason);
    this.outcome = outcome;
    this.unprocessed = facts.unprocessed ?? outcome === 'rateLimited';
  }
}

/** For an endpoint that serves another chain than it should. It cannot carry out a transaction of ours, so a write was not processed. */
export function servesAnotherChain(): RejectedAnswer {
  return new RejectedAnswer('it serves another chain', 'rejected', { unprocessed: true });
}

/**
 * Thrown by an `accept` hook: the endpoint serves the right chain, but its latest block is too old. The endpoint is set aside, and the next one is
 * asked. Its answer is kept: if every endpoint stands still, the answer with the newest block counts, and `Operation.standsStill` is set.
 */
export class StandingStill extends Error {
  override readonly name = 'StandingStill';
  /** Time of its latest block, in milliseconds since 1970. */
  readonly latestAt: number;

  constructor(latestAt: number) {
    super(`its latest block is of ${isoTime(latestAt)}`);
    this.latestAt = latestAt;
  }
}

/** A time for people, to the second: `2026-08-10T11:36:12Z`. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}
