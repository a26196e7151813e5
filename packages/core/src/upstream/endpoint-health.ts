import type { FailureOutcome } from './attempt-failure.ts';
import type { Target } from './endpoint.ts';

/** How an endpoint is doing, for readiness checks. */
export interface EndpointStatus {
  readonly name: string;
  readonly kind: string | undefined;
  /** Whether any attempt has told how it is doing: until then the rest says nothing. */
  readonly known: boolean;
  /** False while it is set aside: it is then asked last. */
  readonly healthy: boolean;
  /** Failures since it last answered; those of parallel requests count as one. */
  readonly failures: number;
  /** How much longer it is set aside. */
  readonly setAsideMs: number;
  /** Undefined as long as it never failed. */
  readonly lastFailure: FailureOutcome | undefined;
}

/** What is known about the endpoints of a chain. Shared by all operations; plain data, so that Workers may share it across requests. */
export interface EndpointHealth {
  /**
   * In the order in which to ask: healthy ones as configured, then those that owe an answer, then those set aside, the soonest to return first.
   *
   * An endpoint owes an answer when it has not given one for a quarter of the time that it may take, or for any time where it failed last: one
   * request finds out what has become of it, while the others go where they will be answered.
   *
   * @param isRetry - For a request that has lost time already: it is not the one that finds out.
   */
  order(targets: readonly Target[], isRetry?: boolean): Target[];
  /** A request is sent. Call what comes back when it is over, however it ended. */
  began(target: Target): () => void;
  /** @param startedAt - When the attempt began: only news that is younger than the last failure changes anything. */
  succeeded(target: Target, startedAt: number): void;
  failed(target: Target, outcome: FailureOutcome, startedAt: number, retryAfterMs?: number): void;
  /**
   * After how many milliseconds without an answer a request is overdue, so that another endpoint is asked meanwhile: three times as long as its
   * answers usually take, but at least an eighth and at most half of the time that it may take. An eighth as long as nothing is known.
   *
   * @param timeoutMs - How long the request may take.
   */
  overdueMs(target: Target, timeoutMs: number): number;
  batchLimit(target: Target): number;
  /** The endpoint refused larger batches, and then answered this one. Believed for a while. */
  learnBatchLimit(target: Target, limit: number): void;
  status(): EndpointStatus[];
}

interface Entry {
  known: boolean;
  failures: number;
  failedAt: number;
  setAsideUntil: number;
  lastFailure: FailureOutcome | undefined;
  /** How long its answers take, the latest most of all; undefined before the first. */
  usualMs: number | undefined;
  batchLimit: number;
  batchLimitUntil: number;
  /** Requests that have not ended, the oldest first. */
  readonly open: Set<{ readonly since: number }>;
}

/** Of the time that an attempt may take: after it, whoever has not answered is asked no more for the time being. */
const owingShare = 1 / 4;
/** After so many times as long as an attempt may take it has ended without telling: Workers drop what a request was doing when its client is gone. */
const longestOpenTimes = 2;
/** What an answer changes of how long they usually take. */
const newsShare = 1 / 8;
const overdueTimes = 3;
const leastOverdueShare = 1 / 8;
const mostOverdueShare = 1 / 2;
const firstSetAsideMs = 1_000;
const longestSetAsideMs = 60_000;
/** An upstream may ask for more patience than our own back-off, up to this. */
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

  /** How long it has owed an answer; undefined if it owes none. */
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
      // Equal ranks keep their order: sort is stable. -Infinity has no difference with itself, hence no subtraction.
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
      // Many requests in flight may all meet the same outage: it is one failure.
      if (startedAt > entry.failedAt) entry.failures += 1;
      entry.failedAt = time;
      entry.lastFailure = outcome;
      const backOff = Math.min(longestSetAsideMs, firstSetAsideMs * 2 ** Math.min(entry.failures - 1, 16));
      const pause = Math.max(backOff, Math.min(retryAfterMs, longestRetryAfterMs));
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
