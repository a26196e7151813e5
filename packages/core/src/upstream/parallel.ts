import type { Limiter } from './limiter.ts';

/**
 * Runs tasks side by side, as far as the limiter lets them. With the first that fails all others are over: their signal ends those that
 * run, and is aborted for those that still have to begin.
 */
export async function parallel<T>(
  limiter: Limiter,
  signal: AbortSignal,
  tasks: readonly ((signal: AbortSignal) => Promise<T>)[],
): Promise<T[]> {
  const [only] = tasks;
  // Nobody else to end: the usual case.
  if (only !== undefined && tasks.length === 1) return [await limiter(() => only(signal))];
  const group = new AbortController();
  const failures: unknown[] = [];
  const end = () => group.abort();
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.all(
      tasks.map((task) =>
        limiter(async () => {
          try {
            return await task(group.signal);
          } catch (error) {
            failures.push(error);
            // Before the slot goes to the next in the queue, which may be one of us.
            end();
            throw error;
          }
        }),
      ),
    );
  } catch {
    // What ended the others, not how they ended.
    throw failures[0];
  } finally {
    signal.removeEventListener('abort', end);
  }
}
