import type { Operation, RpcCall, RpcOutcome } from '@isochain/core';
import type { EvmContext } from './chains.ts';
import { rpc } from './rpc.ts';

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

export type Questions = Readonly<Record<string, RpcCall>>;

/** Values of the calls that must succeed, outcomes of those that may fail. */
export type Answers<Q extends Questions> = {
  readonly [K in keyof Q]: NonNullable<Q[K]> extends FallibleCall<infer T>
    ? RpcOutcome<T>
    : NonNullable<Q[K]> extends RpcCall<infer T>
      ? T
      : never;
};

/**
 * Asks one endpoint several things at once, so that the answers fit together, and makes sure that it serves this chain: nonces and fees of
 * another chain would look just as valid. An endpoint that serves another one is set aside, and the next is asked.
 *
 * @param endpoint - Asks the endpoint of this name only.
 */
export async function ask<const Q extends Questions>(
  context: EvmContext,
  operation: Operation,
  questions: Q,
  endpoint?: string,
): Promise<Answers<Q>> {
  const calls: readonly RpcCall[] = [rpc.chainId(), ...Object.values(questions)];
  const outcomes: readonly RpcOutcome[] = await operation.rpcBatch(calls, { accept: context.acceptChain, endpoint });
  const entries = Object.entries(questions).map(([name, call], i) => {
    const outcome = outcomes[i + 1];
    return [name, isFallible(call) ? outcome : outcome?.ok === true ? outcome.value : undefined];
  });
  return Object.fromEntries(entries) as Answers<Q>;
}

function isFallible(call: RpcCall): boolean {
  return (call as Partial<FallibleCall<unknown>>).fallible === true;
}
