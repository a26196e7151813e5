/** Runs a task as soon as a slot is free. If one is free already, the task starts synchronously. */
export interface Limiter {
  <T>(task: () => Promise<T>): Promise<T>;
  /** Whether the next task would have to wait. */
  isFull(): boolean;
}

/** At most `slots` tasks at the same time; the rest wait in the order in which they came. */
export function createLimiter(slots: number): Limiter {
  let free = slots;
  const waiting: (() => void)[] = [];
  const run = async <T>(task: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      // The slot goes directly to the next task, so that no new task can overtake the queue.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
  return Object.assign(run, { isFull: () => free === 0 });
}
