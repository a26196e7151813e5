/** Remembers one value for a time. */
export interface Memory<T> {
  /** Undefined if it was never set, or too long ago. */
  get(): T | undefined;
  set(value: T): void;
}

/**
 * @param lifetimeMs - How long a value is believed.
 * @param now - Milliseconds since 1970.
 */
export function createMemory<T>(lifetimeMs: number, now: () => number): Memory<T> {
  let known: { readonly value: T; readonly at: number } | undefined;
  return {
    get: () => (known !== undefined && now() - known.at < lifetimeMs ? known.value : undefined),
    set(value) {
      known = { value, at: now() };
    },
  };
}
