import type { Trace } from '../upstream/index.ts';

export interface CallOptions {
  /** Told how the operation used its upstreams, when it is over, however it ended. */
  readonly onTrace?: ((trace: Trace) => void) | undefined;
}
