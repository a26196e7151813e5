import { stringifyJson } from './json.ts';
import type { RpcCall, RpcOutcome } from './json-rpc.ts';
import type { HttpAnswer, HttpRequest } from './rest.ts';

// An endpoint of another chain gives answers that look just as valid. Each kind of endpoint has a guard, made once for an opened chain.

/** Shows whether an endpoint that speaks JSON-RPC is to be believed. Its calls go into the batch that they guard: no round trip more. */
export interface RpcGuard {
  /** Tells chains apart. It throws RejectedAnswer if it is another chain's. Undefined where that is not looked at. */
  readonly chain?: RpcCheck | undefined;
  /** When the latest block was made. It throws StandingStill if that is too long ago. Undefined where that is not looked at. */
  readonly clock?: RpcClock | undefined;
}

/** A call, and who looks at what came of it. */
export interface RpcCheck {
  readonly call: RpcCall;
  accept(outcome: RpcOutcome | undefined): void;
}

interface RpcClock extends RpcCheck {
  /** Whether a call of the batch tells the time too: then it is not asked for apart. By default only a call that is equal does. */
  readonly isToldBy?: ((call: RpcCall) => boolean) | undefined;
}

/** Shows whether an endpoint that is asked over HTTP serves the chain that we mean. It is asked once, side by side with the first request. */
export interface HttpGuard {
  readonly request: HttpRequest<unknown, unknown>;
  /**
   * @throws RejectedAnswer if it serves another one: it is set aside, and the next endpoint asked. StandingStill if it serves this one, and its latest
   *   block is too old.
   */
  readonly accept: (answer: HttpAnswer<unknown, unknown>) => void;
  /** For how many milliseconds an endpoint is trusted that was accepted. By default for as long as the chain is open. */
  readonly forMs?: number | undefined;
}

/** Of several over HTTP each has to accept. */
export type Guard = RpcGuard | readonly HttpGuard[];

export function isRpcGuard(guard: Guard | undefined): guard is RpcGuard {
  return guard !== undefined && !Array.isArray(guard);
}

/** A batch with the calls of its guard. */
export interface GuardedBatch {
  readonly calls: readonly RpcCall[];
  /** How many of them, at the beginning, are not the batch's own. */
  readonly added: number;
  /** Looks at all outcomes, before what the batch itself wants to look at. */
  acceptChain(outcomes: readonly RpcOutcome[]): void;
  /** Last of all: the answer of a node that stands still may be needed, and has to be whole. */
  acceptAge(outcomes: readonly RpcOutcome[]): void;
}

/** @param mayLag - Whether a node that stands still will do. */
export function guardBatch(guard: RpcGuard, own: readonly RpcCall[], mayLag: boolean): GuardedBatch {
  const { chain } = guard;
  const clock = mayLag ? undefined : guard.clock;
  const isToldBy = clock?.isToldBy ?? ((call: RpcCall) => isEqual(call, clock?.call));
  const toldAt = clock === undefined ? -1 : own.findIndex(isToldBy);
  const added = [chain?.call, toldAt < 0 ? clock?.call : undefined].filter((call) => call !== undefined);
  const clockAt = toldAt < 0 ? added.length - 1 : added.length + toldAt;
  return {
    calls: [...added, ...own],
    added: added.length,
    acceptChain: ([first]) => chain?.accept(first),
    acceptAge: (outcomes) => clock?.accept(outcomes[clockAt]),
  };
}

/** Whether an error of the call is a value of its own: `fallible` and `optional` of ask.ts. */
export function isFallible(call: RpcCall): boolean {
  return 'fallible' in call;
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
