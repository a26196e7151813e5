import { isFallible } from './guard.ts';
import type { RpcCall, RpcOutcome } from './json-rpc.ts';
import type { GuardedBatchOptions, Operation, RequestOptions } from './operation.ts';

/** A call that may fail: its error is a value. */
export type FallibleCall<T> = RpcCall<T> & { readonly fallible: true };

/**
 * Marks a call that may fail for a reason of the chain, for example with a revert.
 *
 * @param isAnswer - Which errors are such reasons. After any other error the next endpoint is asked.
 */
export function fallible<T>(call: RpcCall<T>, isAnswer: NonNullable<RpcCall['isAnswer']>): FallibleCall<T> {
  return { ...call, isAnswer, fallible: true };
}

/** Marks a call that not every endpoint knows. No other endpoint is asked if it fails. */
export function optional<T>(call: RpcCall<T>): FallibleCall<T> {
  return { ...call, optional: true, fallible: true };
}

/** Calls by name. */
export type Questions = Readonly<Record<string, RpcCall>>;

/** Values of the calls that must succeed, and outcomes of the calls that may fail. */
export type Answers<Q extends Questions> = {
  readonly [K in keyof Q]: NonNullable<Q[K]> extends FallibleCall<infer T>
    ? RpcOutcome<T>
    : NonNullable<Q[K]> extends RpcCall<infer T>
      ? T
      : never;
};

export type AskOptions = Pick<
  RequestOptions & GuardedBatchOptions,
  'kind' | 'endpoint' | 'timeoutMs' | 'maxAttempts' | 'answeredBy' | 'mayLag'
>;

/**
 * Asks one endpoint several things at once, so that the answers fit together. The guard of its kind is part of the batch. An endpoint that serves
 * another chain, or stands still, is set aside, and the next one is asked.
 *
 * @param questions - A call that is not fallible has no `isAnswer`.
 */
export async function ask<const Q extends Questions>(
  operation: Operation,
  questions: Q,
  options: AskOptions = {},
): Promise<Answers<Q>> {
  const calls = Object.values(questions);
  const outcomes: readonly RpcOutcome[] = await operation.rpcBatch(calls, { ...options, isGuarded: true });
  const entries = Object.entries(questions).map(([name, call], i) => {
    const outcome = outcomes[i];
    return [name, isFallible(call) ? outcome : outcome?.ok === true ? outcome.value : undefined];
  });
  return Object.fromEntries(entries) as Answers<Q>;
}
