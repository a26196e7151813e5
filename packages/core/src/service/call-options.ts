import type { ComputeBudget, Trace } from '../upstream/index.ts';

export interface CallOptions {
  /** Ends the operation: what waits for an upstream fails with `upstream.timeout`. */
  readonly signal?: AbortSignal | undefined;
  /** What may be computed; shared by calls that are handed the same. Unlimited by default, but for what each account is limited to. */
  readonly budget?: ComputeBudget | undefined;
  /** Told how the operation used its upstreams, when it is over, however it ended. */
  readonly onTrace?: ((trace: Trace) => void) | undefined;
  /**
   * Told of work that goes on when the answer is there and is to be finished: a broadcast goes to all endpoints, and the first that takes it answers.
   * Needed only where the platform ends such work with the request: hand in `waitUntil` of a Worker's context there.
   */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}
