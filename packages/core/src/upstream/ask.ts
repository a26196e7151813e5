import type { RpcCall, RpcOutcome } from './json-rpc.ts';
import type { Operation } from './operation.ts';

/** A call that may fail for a reason of its own (a revert, a method that a provider blocks): its outcome is a value. */
export type OptionalCall<T> = RpcCall<T> & { readonly optional: true };

export function optional<T>(call: RpcCall<T>): OptionalCall<T> {
  return { ...call, optional: true };
}

/** Calls by name. */
export type Questions = Readonly<Record<string, RpcCall>>;

/** Values of the calls that must succeed, outcomes of those that may fail. */
export type Answers<Q extends Questions> = {
  readonly [K in keyof Q]: NonNullable<Q[K]> extends OptionalCall<infer T>
    ? RpcOutcome<T>
    : NonNullable<Q[K]> extends RpcCall<infer T>
      ? T
      : never;
};

/** Tells whether an endpoint serves the chain that we mean: another one's answers would look just as valid. */
export interface ChainGuard {
  /** Asks what tells chains apart. */
  readonly call: RpcCall;
  /**
   * Looks at answers of which the first is the guard's. Make it once per chain: reads with different functions are never coalesced.
   *
   * @throws RejectedAnswer if it is another chain's.
   */
  readonly accept: (outcomes: readonly RpcOutcome[]) => void;
}

/**
 * Asks one endpoint several things at once, so that the answers fit together, and makes sure that it serves the chain. An endpoint that serves
 * another one is set aside, and the next is asked.
 *
 * @param questions - Calls that must succeed have no errors of their own: `isEndpointFailure` says so for all of them.
 */
export async function askGuarded<const Q extends Questions>(
  operation: Operation,
  guard: ChainGuard,
  questions: Q,
): Promise<Answers<Q>> {
  const calls: readonly RpcCall[] = [guard.call, ...Object.values(questions)];
  const outcomes: readonly RpcOutcome[] = await operation.rpcBatch(calls, { accept: guard.accept });
  const entries = Object.entries(questions).map(([name, call], i) => {
    const outcome = outcomes[i + 1];
    return [name, call.optional === true ? outcome : outcome?.ok === true ? outcome.value : undefined];
  });
  return Object.fromEntries(entries) as Answers<Q>;
}
