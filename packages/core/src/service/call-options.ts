import type { ComputeBudget, Trace } from '../upstream/index.ts';

export interface CallOptions {
  /** Ends the operation: requests that wait for an upstream fail with `upstream.timeout`. */
  readonly signal?: AbortSignal | undefined;
  /** Limits computation. Calls with the same budget share it. By default only the limit for each account holds. */
  readonly budget?: ComputeBudget | undefined;
  /** Called at the end of the operation, even a failed one: how it used its upstreams. */
  readonly onTrace?: ((trace: Trace) => void) | undefined;
  /**
   * Called with work that goes on after the answer: a broadcast goes to all endpoints, and the first that takes it answers. Needed only on platforms
   * that end such work with the request: pass `waitUntil` of a Worker's context there.
   */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}
