import type { FailureOutcome } from './attempt-failure.ts';
import type { Target } from './endpoint.ts';

/** The state of an endpoint, for readiness checks. */
export interface EndpointStatus {
  readonly name: string;
  readonly kind: string | undefined;
  /** False until the first attempt has ended. The other members mean nothing until then. */
  readonly known: boolean;
  /** False while it is set aside. It is then asked last. */
  readonly healthy: boolean;
  /** Failures since it last answered. Failures of parallel requests count as one. */
  readonly failures: number;
  /** How long it is still set aside. */
  readonly setAsideMs: number;
  /** Undefined if it never failed. */
  readonly lastFailure: FailureOutcome | undefined;
}

/** The health of the endpoints of a chain, shared by all operations. Plain data, so that Workers may share it across requests. */
export interface EndpointHealth {
  /**
   * Sorts endpoints in the order to ask them: first healthy ones, in the configured order; then doubtful ones; then those that are set aside, the
   * soonest to return first.
   *
   * An endpoint is doubtful if a request has waited for a quarter of its time limit, or if its last request failed and another one waits. So one
   * request finds out how the endpoint is, and the others go to better ones.
   *
   * @param isRetry - For a request that has lost time already. It does not test an endpoint that failed.
   */
  order(targets: readonly Target[], isRetry?: boolean): Target[];
  /** A request is sent. Call the returned function when it has ended, with or without success. */
  began(target: Target): () => void;
  /** @param startedAt - When the attempt began. A success that began before the last failure does not end the failure. */
  succeeded(target: Target, startedAt: number): void;
  failed(target: Target, outcome: FailureOutcome, startedAt: number, retryAfterMs?: number): void;
  /**
   * Milliseconds after which a request is overdue, and another endpoint is asked too: three times the usual time of an answer, but at least an
   * eighth and at most half of the time limit. An eighth while the usual time is not known.
   *
   * @param timeoutMs - Time limit of the request.
   */
  overdueMs(target: Target, timeoutMs: number): number;
  batchLimit(target: Target): number;
  /** The endpoint refused larger batches, and then answered one of this size. Kept for ten minutes. */
  learnBatchLimit(target: Target, limit: number): void;
  status(): EndpointStatus[];
}

interface Entry {
  known: boolean;
  failures: number;
  failedAt: number;
  setAsideUntil: number;
  lastFailure: FailureOutcome | undefined;
  /** Usual time of an answer: a moving average. Undefined before the first answer. */
  usualMs: number | undefined;
  batchLimit: number;
  batchLimitUntil: number;
  /** Requests that have not ended, the oldest first. */
  readonly open: Set<{ readonly since: number }>;
}

/** Share of the time limit after which a waiting request makes its endpoint doubtful. */
const owingShare = 1 / 4;
/** After so many time limits an open attempt is forgotten. Workers drop the work of a request when its client is gone, without any event. */
const longestOpenTimes = 2;
/** Weight of a new answer in the moving average `usualMs`. */
const newsShare = 1 / 8;
const overdueTimes = 3;
const leastOverdueShare = 1 / 8;
const mostOverdueShare = 1 / 2;
const firstSetAsideMs = 1_000;
const longestSetAsideMs = 60_000;
/** An endpoint that says that it was closed hardly comes back. It is still asked, after all others. */
const closedMs = 600_000;
/** An upstream may ask for a longer pause than our own back-off, up to this. */
const longestRetryAfterMs = 300_000;
const batchLimitMs = 600_000;

export function createEndpointHealth(targets: readonly Target[], now: () => number): EndpointHealth {
  const entries = new Map<string, Entry>();
  const entryOf = ({ name }: Target): Entry => {
    let entry = entries.get(name);
    if (!entry) {
      entry = {
        known: false,
        failures: 0,
        failedAt: -Infinity,
        setAsideUntil: -Infinity,
        lastFailure: undefined,
        usualMs: undefined,
        batchLimit: 0,
        batchLimitUntil: -Infinity,
        open: new Set(),
      };
      entries.set(name, entry);
    }
    return entry;
  };

  /** How long its oldest open request has waited. Undefined if none is open. */
  const owingMs = ({ timeoutMs }: Target, { open }: Entry): number | undefined => {
    for (const attempt of open) {
      const ms = now() - attempt.since;
      if (ms <= longestOpenTimes * timeoutMs) return ms;
      open.delete(attempt);
    }
    return undefined;
  };
  const isDoubtful = (target: Target, entry: Entry, isRetry: boolean): boolean => {
    const owing = owingMs(target, entry);
    if (entry.failures > 0) return isRetry || owing !== undefined;
    return owing !== undefined && owing >= owingShare * target.timeoutMs;
  };

  return {
    order(candidates, isRetry = false) {
      const time = now();
      const rank = (target: Target) => {
        const entry = entryOf(target);
        if (entry.setAsideUntil > time) return entry.setAsideUntil;
        return isDoubtful(target, entry, isRetry) ? 0 : -Infinity;
      };
      // The sort is stable, so equal ranks keep their order. No subtraction, because -Infinity minus itself is NaN.
      return candidates.toSorted((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0));
    },
    began(target) {
      const { open } = entryOf(target);
      const attempt = { since: now() };
      open.add(attempt);
      return () => void open.delete(attempt);
    },
    succeeded(target, startedAt) {
      const entry = entryOf(target);
      entry.known = true;
      const ms = now() - startedAt;
      entry.usualMs = entry.usualMs === undefined ? ms : entry.usualMs + (ms - entry.usualMs) * newsShare;
      if (startedAt < entry.failedAt) return;
      entry.failures = 0;
      entry.setAsideUntil = -Infinity;
    },
    failed(target, outcome, startedAt, retryAfterMs = 0) {
      const entry = entryOf(target);
      const time = now();
      entry.known = true;
      // Many requests in flight may meet the same outage. It counts as one failure.
      if (startedAt > entry.failedAt) entry.failures += 1;
      entry.failedAt = time;
      entry.lastFailure = outcome;
      const backOff = Math.min(longestSetAsideMs, firstSetAsideMs * 2 ** Math.min(entry.failures - 1, 16));
      const least = outcome === 'closed' ? closedMs : backOff;
      const pause = Math.max(least, Math.min(retryAfterMs, longestRetryAfterMs));
      entry.setAsideUntil = Math.max(entry.setAsideUntil, time + pause);
    },
    overdueMs(target, timeoutMs) {
      const { usualMs = 0 } = entryOf(target);
      return Math.min(Math.max(overdueTimes * usualMs, leastOverdueShare * timeoutMs), mostOverdueShare * timeoutMs);
    },
    batchLimit(target) {
      const entry = entryOf(target);
      return entry.batchLimitUntil > now() ? Math.min(entry.batchLimit, target.maxBatch) : target.maxBatch;
    },
    learnBatchLimit(target, limit) {
      const entry = entryOf(target);
      entry.batchLimit = limit;
      entry.batchLimitUntil = now() + batchLimitMs;
    },
    status() {
      const time = now();
      return targets.map((target) => {
        const { known, failures, setAsideUntil, lastFailure } = entryOf(target);
        const { name, kind } = target;
        const setAsideMs = Math.max(0, setAsideUntil - time);
        return { name, kind, known, healthy: setAsideMs === 0, failures, setAsideMs, lastFailure };
      });
    },
  };
}
