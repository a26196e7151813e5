import type { ChainId, Code, Mode } from '@isochain/core';
import type { AttemptEvent } from '@isochain/core/upstream';

/** A request that has been answered. */
export interface AnsweredRequest {
  readonly method: string;
  /** The route's pattern, never the path itself: `/api/:chainId/transaction/encode`. */
  readonly route: string;
  /** Undefined if the path names no chain that exists. */
  readonly chain: string | undefined;
  readonly status: number;
  readonly ms: number;
  /** Name of the API key. */
  readonly key: string | undefined;
  /** Failed attempts after which another endpoint answered the same request. */
  readonly failovers: number;
}

/** An error of an answer, whatever the status of the answer is. */
interface AnsweredProblem {
  readonly chain: ChainId | undefined;
  /** Undefined if the request held no intent. */
  readonly mode: Mode | undefined;
  readonly code: Code;
}

/** Told about events, for metrics. No event holds a secret. */
export interface Observer {
  answered(request: AnsweredRequest): void;
  told(problem: AnsweredProblem): void;
  attempted(attempt: AttemptEvent): void;
  limited(key: string): void;
}
