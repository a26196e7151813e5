/** Why an endpoint gave no usable answer. */
export type FailureOutcome =
  /** No complete answer within the time of one attempt. */
  | 'timeout'
  /** It let us wait for longer than usual, and another endpoint answered meanwhile. */
  | 'overtaken'
  /** No connection, or it broke. */
  | 'network'
  /** An HTTP status that is not an answer, a redirect among them. */
  | 'http'
  /** A JSON-RPC error that tells of the endpoint's state and not of the call. */
  | 'unavailable'
  /** Not JSON, not JSON-RPC, or not what the schema of the call expects. */
  | 'malformed'
  /** Well formed, but not to be trusted: another chain, say. */
  | 'rejected'
  /** It serves the right chain, but its latest block is older than it may be: the node lags, or the chain stands still. */
  | 'stale'
  | 'rateLimited'
  /** More bytes than we are willing to read. */
  | 'tooLarge'
  /** The endpoint does not have the method. */
  | 'unsupported'
  /** The endpoint is well, but what is asked is more than it serves. */
  | 'unable'
  /** A JSON-RPC error where the caller expected none. */
  | 'refused'
  /** Fewer calls in one batch, please. The same endpoint is asked again; never in an `UpstreamError`. */
  | 'batchRefused'
  /** The operation was ended from outside, or has its answer from somewhere else. */
  | 'cancelled';

export interface FailureFacts {
  /** From Retry-After. */
  readonly retryAfterMs?: number | undefined;
  /** The endpoint certainly did not act on the request, so that even a write may go elsewhere. */
  readonly unprocessed?: boolean | undefined;
  /** The same request to the same endpoint will fail again. */
  readonly final?: boolean | undefined;
  /** The request is to blame rather than the endpoint, which keeps its place. */
  readonly blameless?: boolean | undefined;
  /** Largest batch that the endpoint says it takes. */
  readonly batchLimit?: number | undefined;
  /** Perhaps a batch is too much for the endpoint: if it is asked once more, then with single calls. */
  readonly batchSuspected?: boolean | undefined;
}

/** One attempt at one endpoint failed. Internal: it ends up in an `UpstreamError`, together with those of all other attempts. */
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
 * Thrown by an `accept` hook: the answers are well formed, yet the endpoint that gave them is not to be trusted (another chain id, a height
 * far behind). The endpoint is set aside, and the next one is asked.
 */
export class RejectedAnswer extends Error {
  override readonly name = 'RejectedAnswer';
  readonly outcome: 'rejected' | 'rateLimited' | 'unavailable' | 'unable';

  /**
   * @param reason - For logs. Must not repeat text of the upstream.
   * @param outcome - What it means; `rateLimited` and `unavailable` are for interfaces that say so inside of a regular answer, `unable` for
   *   those that say that a request is beyond their limits: the next endpoint is asked, and this one keeps its place.
   */
  constructor(reason: string, outcome: RejectedAnswer['outcome'] = 'rejected') {
    super(reason);
    this.outcome = outcome;
  }
}

/**
 * Thrown by an `accept` hook: the endpoint serves the right chain, but its latest block is too old. The endpoint is set aside, and the next one is
 * asked. Its answer is kept: where every endpoint stands still, the one with the newest block is the answer, and `Operation.standsStill` says so.
 */
export class StandingStill extends Error {
  override readonly name = 'StandingStill';
  /** When its latest block was made: milliseconds since 1970. */
  readonly latestAt: number;

  constructor(latestAt: number) {
    super(`its latest block is of ${isoTime(latestAt)}`);
    this.latestAt = latestAt;
  }
}

/** A time of a block as people read it, to the second: `2026-08-10T11:36:12Z`. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}
