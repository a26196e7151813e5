/** Makes equal reads once if they are in flight at the same time. Keeps no answers. */
export interface Coalescer {
  /** A number for a schema or hook, to put into a key. The same object always has the same number. */
  identify(value: object | undefined): number;
  /**
   * @param key - Equal for reads that may share an answer.
   * @param signal - Signal of the operation that asks. It also ends the read that this operation started.
   * @param start - Makes the read. Called only if no equal read is in flight.
   */
  run<T>(key: string, signal: AbortSignal, start: () => Promise<T>): Flight<T>;
}

/** A read in flight. */
interface Flight<T> {
  readonly promise: Promise<T>;
  /** Signal of the operation that started it. */
  readonly signal: AbortSignal;
  /** True if another call started it. */
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
