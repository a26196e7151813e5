/** When requests are due that come at a steady rate whether or not earlier ones have been answered. */
export interface Schedule {
  /** Milliseconds from the start at which a request is due. The first is due at once. */
  dueAt(index: number): number;
  /** How many are due by then, at most all. */
  dueBy(ms: number): number;
}

/**
 * @param rate - Requests per second.
 * @param count - All requests.
 */
export function steady(rate: number, count: number): Schedule {
  const interval = 1000 / rate;
  return {
    dueAt: (index) => index * interval,
    // Rounding errors of the division must not hold back one that is due exactly now.
    dueBy: (ms) => (ms < 0 ? 0 : Math.min(count, Math.floor(ms / interval + 1e-9) + 1)),
  };
}
