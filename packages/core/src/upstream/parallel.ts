import type { Limiter } from './limiter.ts';

/**
 * Runs tasks in parallel, within the limiter. The first failure aborts the signal of all others, also of those that have not begun.
 */
export async function parallel<T>(
  limiter: Limiter,
  signal: AbortSignal,
  tasks: readonly ((signal: AbortSignal) => Promise<T>)[],
): Promise<T[]> {
  const [only] = tasks;
  // The usual case: no other task to end.
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
            // Before the slot goes to the next task, which may be of this group.
            end();
            throw error;
          }
        }),
      ),
    );
  } catch {
    // The first failure, not the aborts that it caused.
    throw failures[0];
  } finally {
    signal.removeEventListener('abort', end);
  }
}
