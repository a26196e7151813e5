import { IsochainError } from '../errors.ts';
import { type News, problem } from '../problem.ts';
import type { FailureOutcome } from './attempt-failure.ts';
import type { RpcError } from './rpc-error.ts';

/** One attempt that failed. */
export interface FailedAttempt {
  /** The endpoint's name, never its URL. */
  readonly endpoint: string;
  readonly outcome: FailureOutcome;
  /** Made by us: holds no URL, key or text of the upstream. */
  readonly detail: string;
  readonly ms: number;
  /** The endpoint's own words, if it said why it gives no answer. Safe for clients: without hosts and keys, and short. */
  readonly said?: string;
}

export interface UpstreamErrorOptions {
  readonly timedOut?: boolean | undefined;
  readonly maybeSent?: boolean | undefined;
  /** Hash of the transaction that may have been sent, to look it up. */
  readonly hash?: string | undefined;
  /** The refusal of a node, cleaned, if the same transaction may already be the reason for it. `maybeSent` is true then. */
  readonly doubt?: string | undefined;
}

/**
 * No endpoint gave a usable answer. `attempts` has the reason of every attempt, for logs. The message has none of them. There is no `cause`:
 * errors of runtimes may hold the URL, and a URL may hold a key.
 */
export class UpstreamError extends IsochainError<'upstream.unavailable' | 'upstream.timeout' | 'broadcast.uncertain'> {
  override readonly name: string = 'UpstreamError';
  readonly chainId: string;
  readonly attempts: readonly FailedAttempt[];
  /** True if every attempt timed out. */
  readonly timedOut: boolean;
  /** True if a write may have been carried out although no endpoint confirmed it. Look it up before you send another one. Always false for reads. */
  readonly maybeSent: boolean;
  /** Hash of the transaction that may have been sent, if it is known. */
  readonly hash: string | undefined;
  /** Seconds until a retry may help: until the first of the endpoints is asked again. */
  retrySeconds = 1;
  readonly #options: UpstreamErrorOptions;

  constructor(chainId: string, attempts: readonly FailedAttempt[], options: UpstreamErrorOptions = {}) {
    const { doubt, hash, maybeSent = doubt !== undefined } = options;
    const timedOut =
      options.timedOut ?? (attempts.length > 0 && attempts.every(({ outcome }) => outcome === 'timeout'));
    const code = doubt !== undefined ? 'broadcast.uncertain' : timedOut ? 'upstream.timeout' : 'upstream.unavailable';
    super(code, messageOf(code, chainId, attempts, 1, { ...options, maybeSent }), {
      context: { chainId, attempts, ...(maybeSent ? { maybeSent, hash } : {}) },
    });
    this.chainId = chainId;
    this.attempts = attempts;
    this.timedOut = timedOut;
    this.maybeSent = maybeSent;
    this.hash = hash;
    this.#options = options;
  }

  /** What a client reads. If a transaction may have been sent, `context` has `maybeSent`, and `hash` if it is known. */
  override get problems(): readonly News[] {
    const { code, message, chainId: chain, attempts, maybeSent, hash, retrySeconds: seconds } = this;
    const sent = maybeSent ? { maybeSent, ...(hash === undefined ? {} : { hash }) } : {};
    if (code === 'broadcast.uncertain') {
      return [{ code, message, field: 'transaction', context: { ...sent, reason: this.#options.doubt ?? '' } }];
    }
    const said = maybeSent ? undefined : saidIn(attempts);
    const words = said === undefined ? {} : { said };
    return [{ code, message, context: { chain, attempts: attempts.length, seconds, ...words, ...sent } }];
  }

  /** Sets when a retry may help. */
  retryIn(seconds: number): void {
    this.retrySeconds = seconds;
    const { code, chainId, attempts, maybeSent, hash } = this;
    this.message = messageOf(code, chainId, attempts, seconds, { ...this.#options, maybeSent, hash });
  }

  /** A copy that says that the transaction with this hash may have been sent. */
  about(hash: string): UpstreamError {
    const { chainId, attempts, timedOut } = this;
    const error = new UpstreamError(chainId, attempts, { ...this.#options, timedOut, maybeSent: true, hash });
    error.retryIn(this.retrySeconds);
    return error;
  }

  /** Joins the errors of several tries at the same thing. */
  static joined(chainId: string, errors: readonly UpstreamError[], options: UpstreamErrorOptions = {}): UpstreamError {
    return new UpstreamError(
      chainId,
      errors.flatMap(({ attempts }) => attempts),
      {
        timedOut: errors.length > 0 && errors.every(({ timedOut }) => timedOut),
        maybeSent: errors.some(({ maybeSent }) => maybeSent),
        ...options,
      },
    );
  }
}

function messageOf(
  code: UpstreamError['code'],
  chain: string,
  attempts: readonly FailedAttempt[],
  seconds: number,
  { hash, doubt = '', maybeSent }: UpstreamErrorOptions,
): string {
  if (code === 'broadcast.uncertain') {
    return problem(code, { reason: doubt, hash: hash ?? 'the transaction' }).message;
  }
  const { message } = problem(code, { chain, attempts: attempts.length, seconds });
  // Beside a transaction that may have been sent, such words would read as a reason why it was not.
  const said = maybeSent === true ? undefined : saidIn(attempts);
  if (said !== undefined) return `${message} An upstream said: "${said}".`;
  if (maybeSent !== true || hash === undefined) return message;
  return `${message} The transaction may have been sent all the same: look ${hash} up, or send the same broadcast again, which is safe.`;
}

/** The words of the endpoint that spoke last. */
function saidIn(attempts: readonly FailedAttempt[]): string | undefined {
  return attempts.findLast(({ said }) => said !== undefined)?.said;
}

/** A node answered a call with an error, and the caller expected none. */
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

/** Whether some endpoint answered in a form that cannot be read. One odd part among several may be the reason: then each can be asked for alone. */
export function isMalformed(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && error.attempts.some(({ outcome }) => outcome === 'malformed');
}
