import { isFallible } from './guard.ts';
import type { RpcCall, RpcOutcome } from './json-rpc.ts';
import type { GuardedBatchOptions, Operation, RequestOptions } from './operation.ts';

/** A call whose error is a value of its own. */
export type FallibleCall<T> = RpcCall<T> & { readonly fallible: true };

/** May fail for a reason of its own, such as a revert. What tells of the endpoint (a rate limit, say) still makes the next one be asked. */
export function fallible<T>(call: RpcCall<T>): FallibleCall<T> {
  return { ...call, isEndpointFailure: undefined, fallible: true };
}

/** Good to have: not every endpoint knows the method, and none is asked again for it. */
export function optional<T>(call: RpcCall<T>): FallibleCall<T> {
  return { ...call, isEndpointFailure: undefined, optional: true, fallible: true };
}

/** Calls by name. */
export type Questions = Readonly<Record<string, RpcCall>>;

/** Values of the calls that must succeed, outcomes of those that may fail. */
export type Answers<Q extends Questions> = {
  readonly [K in keyof Q]: NonNullable<Q[K]> extends FallibleCall<infer T>
    ? RpcOutcome<T>
    : NonNullable<Q[K]> extends RpcCall<infer T>
      ? T
      : never;
};

/** Which endpoint is asked, how often and how long, and who wants to know the name of the one that answered. */
export type AskOptions = Pick<
  RequestOptions & GuardedBatchOptions,
  'kind' | 'endpoint' | 'timeoutMs' | 'maxAttempts' | 'answeredBy' | 'mayLag'
>;

/**
 * Asks one endpoint several things at once, so that the answers fit together. The guard of its kind rides along: an endpoint that serves another
 * chain is set aside, and the next is asked; so is one that stands still.
 *
 * @param questions - Those that are not fallible have no errors of their own: their `isEndpointFailure` says so of all.
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
