import type { Trace } from '../upstream/index.ts';

export interface CallOptions {
  /** Ends the operation: what waits for an upstream fails with `upstream.timeout`. */
  readonly signal?: AbortSignal | undefined;
  /** Told how the operation used its upstreams, when it is over, however it ended. */
  readonly onTrace?: ((trace: Trace) => void) | undefined;
}
