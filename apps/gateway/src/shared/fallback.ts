/** Something that may fail or hang, and whether it does. */
export interface Fallback {
  /** Whether it answers, as far as the attempts so far have shown. */
  isHealthy(): boolean;
  /** What the first comes to; what the second comes to if the first fails or is too slow. */
  attempt<T>(first: () => Promise<T>, second: () => Promise<T>): Promise<T>;
}

/** So long nothing may have failed before it counts as well again. */
const steadyMs = 1_000;

/**
 * @param timeoutMs - An answer that takes longer is none.
 * @param onChange - Told when it goes away and when it comes back.
 */
export function createFallback(timeoutMs: number, onChange: (isHealthy: boolean) => void): Fallback {
  let isHealthy = true;
  let failedAt = Number.NEGATIVE_INFINITY;
  const note = (isWell: boolean) => {
    const now = Date.now();
    if (!isWell) failedAt = now;
    // A store that answers reads and refuses writes is not well, however often it changes.
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
