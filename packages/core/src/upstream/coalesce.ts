/** Makes equal reads that are in flight at the same time only once. Nothing is kept beyond that. */
export interface Coalescer {
  /** Names a schema or hook in a key: equal only to itself. */
  identify(value: object | undefined): number;
  /**
   * @param key - Equal for reads that may share an answer.
   * @param signal - Of the operation that asks: with it ends what it started.
   * @param start - Makes the read, if nobody else is at it.
   */
  run<T>(key: string, signal: AbortSignal, start: () => Promise<T>): Flight<T>;
}

/** A read in flight. */
interface Flight<T> {
  readonly promise: Promise<T>;
  /** Of the operation that started it. */
  readonly signal: AbortSignal;
  /** It was in flight before. */
  readonly joined: boolean;
}

export function createCoalescer(): Coalescer {
  const flights = new Map<string, Flight<unknown>>();
  const identities = new WeakMap<object, number>();
  let identified = 0;
  return {
    identify(value) {
      if (!value) return 0;
      let identity = identities.get(value);
      if (identity === undefined) {
        identified += 1;
        identity = identified;
        identities.set(value, identity);
      }
      return identity;
    },
    run<T>(key: string, signal: AbortSignal, start: () => Promise<T>) {
      // Keys name the schemas that make the value, so equal keys have equal types.
      const flight = flights.get(key) as Flight<T> | undefined;
      if (flight) return flight;
      const promise = start().finally(() => flights.delete(key));
      flights.set(key, { promise, signal, joined: true });
      return { promise, signal, joined: false };
    },
  };
}
