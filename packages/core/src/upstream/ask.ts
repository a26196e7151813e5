import { stringifyJson } from './json.ts';
import type { RpcCall, RpcOutcome } from './json-rpc.ts';
import type { Operation, RequestOptions } from './operation.ts';

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

/** Tells whether an endpoint serves the chain that we mean: another one's answers would look just as valid. */
export interface ChainGuard {
  /** Asks what tells chains apart. */
  readonly call: RpcCall;
  /** Asks when the latest block was made, if that is looked at. A question that is equal to it is not asked twice. */
  readonly clock?: RpcCall | undefined;
  /**
   * Looks at the answers. The first is the guard's; the second is the clock's, if there is one. Make it once per chain: reads with different
   * functions are never coalesced.
   *
   * @throws RejectedAnswer if it is another chain's; StandingStill if the latest block is too old.
   */
  readonly accept: (outcomes: readonly RpcOutcome[]) => void;
}

/** Which endpoint is asked, how often and how long, and who wants to know the name of the one that answered. */
export type AskOptions = Pick<RequestOptions, 'endpoint' | 'timeoutMs' | 'maxAttempts' | 'answeredBy'>;

/**
 * Asks one endpoint several things at once, so that the answers fit together, and makes sure that it serves the chain. An endpoint that serves
 * another one is set aside, and the next is asked; so is one that stands still.
 *
 * @param questions - Those that are not fallible have no errors of their own: their `isEndpointFailure` says so of all.
 * @param asked - The name of the only endpoint to ask, or how it is asked.
 */
export async function askGuarded<const Q extends Questions>(
  operation: Operation,
  guard: ChainGuard,
  questions: Q,
  asked: string | AskOptions = {},
): Promise<Answers<Q>> {
  const options = typeof asked === 'string' ? { endpoint: asked } : asked;
  const { call: first, clock } = guard;
  const calls: RpcCall[] = clock === undefined ? [first] : [first, clock];
  const places = Object.values(questions).map((call) => (isEqual(call, clock) ? 1 : calls.push(call) - 1));
  const outcomes: readonly RpcOutcome[] = await operation.rpcBatch(calls, { ...options, accept: guard.accept });
  const entries = Object.entries(questions).map(([name, call], i) => {
    const outcome = outcomes[places[i] as number];
    return [name, isFallible(call) ? outcome : outcome?.ok === true ? outcome.value : undefined];
  });
  return Object.fromEntries(entries) as Answers<Q>;
}

function isFallible(call: RpcCall): boolean {
  return (call as Partial<FallibleCall<unknown>>).fallible === true;
}

/** Whether two calls have the same answer. */
function isEqual(call: RpcCall, clock: RpcCall | undefined): boolean {
  return (
    clock !== undefined &&
    call.method === clock.method &&
    call.schema === clock.schema &&
    !isFallible(call) &&
    stringifyJson(call.params) === stringifyJson(clock.params)
  );
}
