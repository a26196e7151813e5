/** Something that may fail or hang, and its health. */
export interface Fallback {
  /** Whether it answers, by the attempts so far. */
  isHealthy(): boolean;
  /** The result of the first; the result of the second if the first fails or is too slow. */
  attempt<T>(first: () => Promise<T>, second: () => Promise<T>): Promise<T>;
}

/** It counts as healthy again after this long without a failure. */
const steadyMs = 1_000;

/**
 * @param timeoutMs - A slower answer counts as a failure.
 * @param onChange - Told when it goes away and when it comes back.
 */
export function createFallback(timeoutMs: number, onChange: (isHealthy: boolean) => void): Fallback {
  let isHealthy = true;
  let failedAt = Number.NEGATIVE_INFINITY;
  const note = (isWell: boolean) => {
    const now = Date.now();
    if (!isWell) failedAt = now;
    // A store that answers reads and refuses writes would change all the time; it is not healthy.
    if (isWell && now - failedAt < steadyMs) return;
    if (isWell !== isHealthy) onChange(isWell);
    isHealthy = isWell;
  };
  return {
    isHealthy: () => isHealthy,
    async attempt(first, second) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('It does not answer.')), timeoutMs);
      });
      try {
        const value = await Promise.race([first(), late]);
        note(true);
        return value;
      } catch {
        note(false);
        return second();
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
