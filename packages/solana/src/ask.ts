import type { Operation, RpcCall, RpcOutcome } from '@isochain/core';
import type { SolanaContext } from './chains.ts';
import { rpc } from './rpc.ts';

/** A call that may fail for a reason of its own (a method that a provider blocks): its outcome is a value. */
export type OptionalCall<T> = RpcCall<T> & { readonly optional: true };

export function optional<T>(call: RpcCall<T>): OptionalCall<T> {
  return { ...call, optional: true };
}

export type Questions = Readonly<Record<string, RpcCall>>;

/** Values of the calls that must succeed, outcomes of those that may fail. */
export type Answers<Q extends Questions> = {
  readonly [K in keyof Q]: NonNullable<Q[K]> extends OptionalCall<infer T>
    ? RpcOutcome<T>
    : NonNullable<Q[K]> extends RpcCall<infer T>
      ? T
      : never;
};

/**
 * Asks one endpoint several things at once, so that the answers fit together, and makes sure that it serves this cluster: the accounts of
 * another one would look just as valid. An endpoint that serves another one is set aside, and the next is asked.
 */
export async function ask<const Q extends Questions>(
  context: SolanaContext,
  operation: Operation,
  questions: Q,
): Promise<Answers<Q>> {
  const calls: readonly RpcCall[] = [rpc.genesisHash(), ...Object.values(questions)];
  const outcomes: readonly RpcOutcome[] = await operation.rpcBatch(calls, { accept: context.acceptChain });
  const entries = Object.entries(questions).map(([name, call], i) => {
    const outcome = outcomes[i + 1];
    return [name, call.optional === true ? outcome : outcome?.ok === true ? outcome.value : undefined];
  });
  return Object.fromEntries(entries) as Answers<Q>;
}
