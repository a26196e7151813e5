import { IsochainError } from '../errors.ts';
import { type Problem, problem } from '../problem.ts';
import type { FailureOutcome } from './attempt-failure.ts';
import type { RpcError } from './json-rpc.ts';

/** One attempt that failed. */
export interface FailedAttempt {
  /** The endpoint's name, never its URL. */
  readonly endpoint: string;
  readonly outcome: FailureOutcome;
  /** Made by us: holds no URL, key or text of the upstream. */
  readonly detail: string;
  readonly ms: number;
}

/**
 * No endpoint gave a usable answer. `attempts` holds the reason of every attempt, for logs; the message holds none of them. There is no
 * `cause`: what runtimes throw may hold the URL, and a URL may hold a key.
 */
export class UpstreamError extends IsochainError<'upstream.unavailable' | 'upstream.timeout'> {
  override readonly name: string = 'UpstreamError';
  readonly chainId: string;
  readonly attempts: readonly FailedAttempt[];
  /** Nothing but timeouts. */
  readonly timedOut: boolean;
  /** A write that may have been carried out although nobody said so: look before sending anything again. Always false for reads. */
  readonly maybeSent: boolean;
  /** In how many seconds a retry may help: when the first of the endpoints is asked again. */
  retrySeconds = 1;

  constructor(
    chainId: string,
    attempts: readonly FailedAttempt[],
    options: { timedOut?: boolean; maybeSent?: boolean } = {},
  ) {
    const timedOut =
      options.timedOut ?? (attempts.length > 0 && attempts.every(({ outcome }) => outcome === 'timeout'));
    const code = timedOut ? 'upstream.timeout' : 'upstream.unavailable';
    super(code, problem(code, { chain: chainId, attempts: attempts.length, seconds: 1 }).message, {
      context: { chainId, attempts },
    });
    this.chainId = chainId;
    this.attempts = attempts;
    this.timedOut = timedOut;
    this.maybeSent = options.maybeSent ?? false;
  }

  override get problems(): readonly Problem[] {
    const { code, chainId: chain, attempts, retrySeconds: seconds } = this;
    return [problem(code, { chain, attempts: attempts.length, seconds })];
  }

  /** Says when a retry may help. */
  retryIn(seconds: number): void {
    this.retrySeconds = seconds;
    this.message = this.problems[0]?.message ?? this.message;
  }
}

/** A node answered a call with an error, and the caller had no use for one. */
export class RpcAnswerError extends UpstreamError {
  override readonly name = 'RpcAnswerError';
  readonly method: string;
  /** What the node said. Not for clients. */
  readonly error: RpcError;

  constructor(chainId: string, endpoint: string, method: string, error: RpcError) {
    super(chainId, [{ endpoint, outcome: 'refused', detail: `${method}: error ${error.code}`, ms: 0 }]);
    this.method = method;
    this.error = error;
  }
}
