import type { Rate } from '../config/key-settings.ts';

/** Where requests are counted. */
export interface Counters {
  /**
   * Counts one request.
   *
   * @param name - Of what is limited.
   * @param window - Number of the span of time.
   * @param ttlMs - How long the number has to be kept: twice the span.
   * @returns Requests in this span, this one included, and in the one before.
   */
  count(name: string, window: number, ttlMs: number): Promise<{ readonly current: number; readonly previous: number }>;
}

export interface Verdict {
  readonly isAllowed: boolean;
  readonly limit: number;
  /** Requests that are left at this moment. */
  readonly remaining: number;
  /** Seconds until more are left. */
  readonly resetSeconds: number;
}

/**
 * Takes one request out of what a key may make: at most `requests` in any `seconds`, as a sliding window. Requests of the span of time before
 * count for the part of it that still lies within the window, as if they had been spread evenly.
 *
 * @param now - Milliseconds since 1970.
 */
export async function take(counters: Counters, name: string, rate: Rate, now: number): Promise<Verdict> {
  const spanMs = rate.seconds * 1000;
  const window = Math.floor(now / spanMs);
  const { current, previous } = await counters.count(name, window, 2 * spanMs);
  const passed = (now % spanMs) / spanMs;
  const used = current + previous * (1 - passed);
  const isAllowed = used <= rate.requests;
  return {
    isAllowed,
    limit: rate.requests,
    remaining: Math.max(0, Math.floor(rate.requests - used)),
    resetSeconds: Math.max(1, Math.ceil(secondsUntilRoom(rate, passed, current, previous))),
  };
}

/** When one more would be allowed, if nothing else comes. */
function secondsUntilRoom({ requests, seconds }: Rate, passed: number, current: number, previous: number): number {
  const untilNext = seconds * (1 - passed);
  if (current + 1 <= requests && previous > 0) {
    // The share of the span before has to shrink to what is left: previous * (1 - x) <= requests - current - 1.
    const x = 1 - (requests - current - 1) / previous;
    if (x <= 1) return Math.max(0, (x - passed) * seconds);
  }
  // In the next span this one is the span before: current * (1 - x) <= requests - 1.
  const x = current > 0 ? Math.max(0, 1 - (requests - 1) / current) : 0;
  return untilNext + x * seconds;
}

/** Above so many names what has passed is forgotten. */
const manyNames = 10_000;

/** Counts in the memory of this process. */
export function memoryCounters(): Counters {
  const spans = new Map<string, { count: number; readonly until: number }>();
  return {
    async count(name, window, ttlMs) {
      const begin = (window * ttlMs) / 2;
      if (spans.size > manyNames) {
        for (const [key, { until }] of spans) if (until <= begin) spans.delete(key);
      }
      const key = `${name}:${window}`;
      const entry = spans.get(key) ?? { count: 0, until: begin + ttlMs };
      entry.count += 1;
      spans.set(key, entry);
      return { current: entry.count, previous: spans.get(`${name}:${window - 1}`)?.count ?? 0 };
    },
  };
}
