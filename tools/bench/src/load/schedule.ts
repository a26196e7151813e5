/** Says when requests of a steady rate are due. Answers of earlier requests do not matter. */
export interface Schedule {
  /** Milliseconds from the start at which a request is due. The first is due at once. */
  dueAt(index: number): number;
  /** The number of requests that are due by then. */
  dueBy(ms: number): number;
}

/**
 * @param rate - Requests per second.
 * @param count - The number of all requests.
 */
export function steady(rate: number, count: number): Schedule {
  const interval = 1000 / rate;
  return {
    dueAt: (index) => index * interval,
    // Rounding errors of the division must not hold back a request that is due exactly now.
    dueBy: (ms) => (ms < 0 ? 0 : Math.min(count, Math.floor(ms / interval + 1e-9) + 1)),
  };
}
