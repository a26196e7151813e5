import type { FailureOutcome } from './attempt-failure.ts';

/** How an attempt ended. */
export type AttemptOutcome = 'ok' | FailureOutcome;

/** One attempt at one endpoint: one HTTP request, or several in parallel if there are many calls. */
export interface Attempt {
  /** The endpoint's name, never its URL. */
  readonly endpoint: string;
  /** What was asked: method names of JSON-RPC, or method and route of HTTP. */
  readonly request: string;
  readonly outcome: AttemptOutcome;
  /** Why it failed. Made by us: holds no URL, key or text of the upstream. */
  readonly detail?: string;
  readonly ms: number;
}

/** The requests of an operation so far. */
export interface Trace {
  /**
   * Sequential round trips to upstreams. A request that starts when `k` rounds are complete belongs to round `k + 1`. So parallel requests share a
   * round, and a retry, a failover or a smaller batch is one more.
   */
  readonly roundTrips: number;
  /** HTTP requests sent by this operation. */
  readonly requests: number;
  /** Reads that were answered by an equal one in flight. Each counts as a request in `roundTrips`, not in `requests`. */
  readonly coalesced: number;
  readonly attempts: readonly Attempt[];
}

/** The writing side of a `Trace`. */
export interface TraceRecorder extends Trace {
  /** A request starts. Call the returned function when it has ended. */
  begin(kind: 'sent' | 'coalesced'): () => void;
  record(attempt: Attempt): void;
}

export function createTrace(): TraceRecorder {
  let complete = 0;
  let roundTrips = 0;
  const counts = { sent: 0, coalesced: 0 };
  const attempts: Attempt[] = [];
  return {
    get roundTrips() {
      return roundTrips;
    },
    get requests() {
      return counts.sent;
    },
    get coalesced() {
      return counts.coalesced;
    },
    attempts,
    begin(kind) {
      const round = complete + 1;
      counts[kind] += 1;
      roundTrips = Math.max(roundTrips, round);
      return () => {
        complete = Math.max(complete, round);
      };
    },
    record(attempt) {
      attempts.push(attempt);
    },
  };
}
