import type { Rate } from '../config/key-settings.ts';

/** Where requests are counted. */
export interface Counters {
  /**
   * Counts requests. A negative number takes back what was counted.
   *
   * @param name - Name of what is limited.
   * @param window - Number of the time span.
   * @param ttlMs - How long the count must be kept: twice the span.
   * @param requests - How many to count.
   * @returns Requests in this span, these included, and in the one before.
   */
  count(
    name: string,
    window: number,
    ttlMs: number,
    requests: number,
  ): Promise<{ readonly current: number; readonly previous: number }>;
}

export interface Verdict {
  readonly isAllowed: boolean;
  readonly limit: number;
  /** Requests that are left at this moment. */
  readonly remaining: number;
  /** Seconds until more are left. */
  readonly resetSeconds: number;
  /**
   * Seconds until this many requests are left, if no other request comes; at most the time of the limit. Then there may still be too little room for a long
   * list, as the window is an estimate. The number must not exceed the limit.
   */
  secondsUntil(requests: number): number;
  /** Takes the requests back, because they were not let through after all. */
  takeBack(): Promise<void>;
}

/**
 * Counts requests of a key: at most `requests` in any `seconds`, as a sliding window. Requests of the previous time span are treated as spread
 * evenly. They count for the part of the span that is still within the window. Only what is let through counts: a client that asks a little too fast gets
 * its whole limit.
 *
 * @param now - Milliseconds since 1970.
 * @param requests - How many are taken.
 */
export async function take(counters: Counters, name: string, rate: Rate, now: number, requests = 1): Promise<Verdict> {
  const spanMs = rate.seconds * 1000;
  const window = Math.floor(now / spanMs);
  const { current, previous } = await counters.count(name, window, 2 * spanMs, requests);
  const passed = (now % spanMs) / spanMs;
  const used = current + previous * (1 - passed);
  const isAllowed = used <= rate.requests;
  const takeBack = async () => {
    await counters.count(name, window, 2 * spanMs, -requests);
  };
  // Counted before it is known, so that requests side by side cannot all pass.
  if (!isAllowed) await takeBack();
  const counted = isAllowed ? current : current - requests;
  const secondsUntil = (wanted: number) => {
    const seconds = Math.ceil(secondsUntilRoom(rate, passed, counted, previous, wanted));
    return Math.min(rate.seconds, Math.max(1, seconds));
  };
  return {
    isAllowed,
    secondsUntil,
    takeBack,
    limit: rate.requests,
    remaining: Math.max(0, Math.floor(rate.requests - (isAllowed ? used : used - requests))),
    resetSeconds: secondsUntil(1),
  };
}

/** When this many more requests are allowed, if no other request comes. */
function secondsUntilRoom(
  { requests, seconds }: Rate,
  passed: number,
  current: number,
  previous: number,
  wanted: number,
): number {
  const untilNext = seconds * (1 - passed);
  if (current + wanted <= requests && previous > 0) {
    // The share of the previous span must shrink until the wanted requests fit: previous * (1 - x) <= requests - current - wanted.
    const x = 1 - (requests - current - wanted) / previous;
    if (x <= 1) return Math.max(0, (x - passed) * seconds);
  }
  // In the next span the current one is the previous one: current * (1 - x) <= requests - wanted.
  const x = current > 0 ? Math.max(0, 1 - (requests - wanted) / current) : 0;
  return untilNext + x * seconds;
}

/** Above this many names, counts of past spans are dropped. */
const manyNames = 10_000;

/** Counts in the memory of this process. */
export function memoryCounters(): Counters {
  const spans = new Map<string, { count: number; readonly until: number }>();
  return {
    async count(name, window, ttlMs, requests) {
      const begin = (window * ttlMs) / 2;
      if (spans.size > manyNames) {
        for (const [key, { until }] of spans) if (until <= begin) spans.delete(key);
      }
      const key = `${name}:${window}`;
      const entry = spans.get(key) ?? { count: 0, until: begin + ttlMs };
      entry.count += requests;
      spans.set(key, entry);
      return { current: entry.count, previous: spans.get(`${name}:${window - 1}`)?.count ?? 0 };
    },
  };
}
