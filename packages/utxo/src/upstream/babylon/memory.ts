/** Remembers answers for a while, and forgets the oldest if there are too many. */
export interface Memory<T> {
  /** @returns undefined if no answer is remembered. A remembered answer that nothing was found has no value. */
  get(key: string): { readonly value: T | undefined } | undefined;
  set(key: string, value: T | undefined): void;
}

interface Limits {
  /** How many answers are kept. */
  readonly most: number;
  /** How long something is remembered, in milliseconds. */
  readonly somethingMs: number;
  /** How long it is remembered that there is nothing. */
  readonly nothingMs: number;
}

/** @param now - Milliseconds since 1970. */
export function createMemory<T>({ most, somethingMs, nothingMs }: Limits, now: () => number): Memory<T> {
  const entries = new Map<string, { readonly value: T | undefined; readonly until: number }>();
  return {
    get(key) {
      const found = entries.get(key);
      return found !== undefined && found.until > now() ? found : undefined;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, { value, until: now() + (value === undefined ? nothingMs : somethingMs) });
      const [oldest] = entries.keys();
      if (entries.size > most && oldest !== undefined) entries.delete(oldest);
    },
  };
}
