import type { AttemptEvent } from '@isochain/core/upstream';

/** A request that has been answered. */
export interface AnsweredRequest {
  readonly method: string;
  /** The route's pattern, never the path itself: `/api/:chainId/transaction/encode`. */
  readonly route: string;
  /** Undefined where the path has none that exists. */
  readonly chain: string | undefined;
  readonly status: number;
  readonly ms: number;
  /** Name of the API key. */
  readonly key: string | undefined;
  /** Attempts that failed and that another endpoint made good: it answered the same request. */
  readonly failovers: number;
}

/** Told of what happens, for metrics. Nothing that it is told holds a secret. */
export interface Observer {
  answered(request: AnsweredRequest): void;
  attempted(attempt: AttemptEvent): void;
  limited(key: string): void;
}
