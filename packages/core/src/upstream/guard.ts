import { stringifyJson } from './json.ts';
import type { RpcCall, RpcOutcome } from './json-rpc.ts';
import type { HttpAnswer, HttpRequest } from './rest.ts';

// Answers of an endpoint of another chain look valid too. So each kind of endpoint has a guard, made once for an opened chain.

/** Shows whether a JSON-RPC endpoint can be believed. Its calls are part of the batch that they guard, so they cost no round trip. */
export interface RpcGuard {
  /** Check the chain, and whatever else must be so. Throw RejectedAnswer if it is another one. Undefined if the chain is not checked. */
  readonly chain?: RpcCheck | readonly RpcCheck[] | undefined;
  /** Checks the time of the latest block. Throws StandingStill if it is too old. Undefined if the time is not checked. */
  readonly clock?: RpcClock | undefined;
}

/** A call, and the check of its outcome. */
export interface RpcCheck {
  readonly call: RpcCall;
  /** @param told - The outcome of an equal call of the same batch. Undefined if there is none. */
  accept(outcome: RpcOutcome | undefined, told?: (call: RpcCall) => RpcOutcome | undefined): void;
  /** What its operator should know of an endpoint that was accepted. Must not repeat text of the upstream. */
  remark?(outcome: RpcOutcome | undefined): string | undefined;
}

interface RpcClock {
  readonly call: RpcCall;
  accept(outcome: RpcOutcome | undefined): void;
  /** Whether a call of the batch tells the time too. Then the clock's own call is left out. By default only an equal call does. */
  readonly isToldBy?: ((call: RpcCall) => boolean) | undefined;
}

/** Shows whether an HTTP endpoint serves the chain. It is asked once, in parallel with the first request. */
export interface HttpGuard {
  readonly request: HttpRequest<unknown, unknown>;
  /**
   * @throws RejectedAnswer if the endpoint serves another chain: it is set aside, and the next one is asked. StandingStill if its latest block is too
   *   old.
   */
  readonly accept: (answer: HttpAnswer<unknown, unknown>) => void;
  /** Another request, if the answer to the first is not enough, for example because older nodes do not know it. `accept` then gets its answer. */
  readonly instead?: ((answer: HttpAnswer<unknown, unknown>) => HttpGuard['request'] | undefined) | undefined;
  /** True if it is asked only after a refusal, to prove that the endpoint serves the interface. */
  readonly isForRefusals?: boolean | undefined;
  /** Milliseconds for which an accepted endpoint is trusted. By default as long as the chain is open. */
  readonly forMs?: number | undefined;
}

/** If there are several HTTP guards, each has to accept. */
export type Guard = RpcGuard | readonly HttpGuard[];

export function isRpcGuard(guard: Guard | undefined): guard is RpcGuard {
  return guard !== undefined && !Array.isArray(guard);
}

/** A batch with the calls of its guard. */
export interface GuardedBatch {
  readonly calls: readonly RpcCall[];
  /** Number of calls that the guard put in front of the batch's own. */
  readonly added: number;
  /** Takes all outcomes. Called before the batch's own `accept`. */
  acceptChain(outcomes: readonly RpcOutcome[]): void;
  /** Remarks about the endpoint that gave these outcomes. */
  remarks(outcomes: readonly RpcOutcome[]): readonly string[];
  /** Takes all outcomes. Called last: the answer of a node that stands still may be needed, so everything else must be checked before. */
  acceptAge(outcomes: readonly RpcOutcome[]): void;
}

/** @param mayLag - True if the node may stand still. */
export function guardBatch(guard: RpcGuard, own: readonly RpcCall[], mayLag: boolean): GuardedBatch {
  const checks = [guard.chain ?? []].flat();
  const clock = mayLag ? undefined : guard.clock;
  const isToldBy = clock?.isToldBy ?? ((call: RpcCall) => isEqual(call, clock?.call));
  const checked = checks.map((check) => check.call);
  const toldAt = clock === undefined ? -1 : [...checked, ...own].findIndex(isToldBy);
  // One call may show both the chain and the time.
  const isAsked = clock !== undefined && toldAt < 0;
  const added = isAsked ? [...checked, clock.call] : checked;
  const clockAt = isAsked ? checked.length : toldAt;
  const all = [...added, ...own];
  return {
    calls: all,
    added: added.length,
    acceptChain: (outcomes) => {
      const told = (call: RpcCall) => outcomes[all.findIndex((other) => isEqual(other, call))];
      for (const [i, check] of checks.entries()) check.accept(outcomes[i], told);
    },
    remarks: (outcomes) => checks.flatMap((check, i) => check.remark?.(outcomes[i]) ?? []),
    acceptAge: (outcomes) => clock?.accept(outcomes[clockAt]),
  };
}

/** Whether the call was marked by `fallible` or `optional` of ask.ts. */
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
