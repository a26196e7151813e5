import { refuse } from '../errors.ts';
import { sizeOf } from './answer-size.ts';
import { StandingStill } from './attempt-failure.ts';
import type { Coalescer } from './coalesce.ts';
import { type Target, urlOf } from './endpoint.ts';
import type { EndpointStatus } from './endpoint-health.ts';
import { exchange, type Wire, type WireAnswer, type WireRequest } from './exchange.ts';
import { type Course, failover, type Settled, type StandsStill, type Surroundings, type Task } from './failover.ts';
import { type Guard, guardBatch, type HttpGuard, isRpcGuard } from './guard.ts';
import { stringifyJson } from './json.ts';
import {
  decodeAnswer,
  describeCalls,
  encodeCalls,
  type RpcCall,
  type RpcOutcome,
  type RpcOutcomes,
  type Settle,
} from './json-rpc.ts';
import type { EndpointKinds } from './kinds.ts';
import type { Limiter } from './limiter.ts';
import { parallel } from './parallel.ts';
import type { ParseQueue } from './parse-queue.ts';
import {
  decodeResponse,
  describeRequest,
  encodeRequest,
  type HttpAnswer,
  type HttpAnswers,
  type HttpRequest,
} from './rest.ts';
import { untilEnd } from './timer.ts';
import type { Trace, TraceRecorder } from './trace.ts';
import { eachInTurn, type Turns } from './turns.ts';
import { type FailedAttempt, RpcAnswerError, UpstreamError } from './upstream-error.ts';

/** Options of every request. */
export interface RequestOptions<Answer = unknown> {
  /** Asks only endpoints of this kind. By default: of the default kind. If there is no default kind: endpoints without a kind. */
  readonly kind?: string | undefined;
  /** Asks only the endpoint with this name: to ask each of them, or the one that answered before. */
  readonly endpoint?: string | undefined;
  /** Time limit of one HTTP request, in milliseconds. Replaces the endpoint's. */
  readonly timeoutMs?: number | undefined;
  /** Replaces the client's. Use 1 if other endpoints are asked at the same time: there is no second attempt then. */
  readonly maxAttempts?: number | undefined;
  /**
   * Checks a well-formed answer. Throws `RejectedAnswer` if the endpoint is not to be trusted, or `StandingStill` if its latest block is too old.
   * Then another endpoint is asked. Define it once, not per call: reads with different functions are never coalesced. Long checks must compute in
   * steps of `Operation.compute`.
   */
  readonly accept?: ((answer: Answer) => void | Promise<void>) | undefined;
  /** Called with the name of the endpoint that answered, so that the caller can ask another one too. Only `rpcBatch` calls it. */
  readonly answeredBy?: ((endpoint: string) => void) | undefined;
}

/** Options of a request that may be a write. */
export interface WriteOptions<Answer = unknown> extends RequestOptions<Answer> {
  /**
   * Set for a write: a request that changes something upstream. Writes are never coalesced.
   * - `idempotent`: sending it twice has the same effect as sending it once (the same signed bytes); failover as for reads
   * - `once`: another endpoint is asked only if the first certainly did not act (HTTP 429, 401, 402, 403, 405; a rate limit or an
   *   unknown method in JSON-RPC). After any other failure it fails, and `UpstreamError.maybeSent` is true
   */
  readonly write?: 'idempotent' | 'once' | undefined;
}

/** Has no `once`, because a batch may be sent in parts. */
export interface BatchOptions<Answer = unknown> extends WriteOptions<Answer> {
  readonly write?: 'idempotent' | undefined;
}

/** How a batch is guarded. Used by `ask`. */
export interface GuardedBatchOptions {
  /** Puts the calls of the kind's guard in front of the batch's. HTTP guards are asked in any case. */
  readonly isGuarded?: boolean | undefined;
  /** True if the node may stand still: its answer is useful anyway, or another batch asks for the time. */
  readonly mayLag?: boolean | undefined;
}

export interface RpcPath {
  /** Path below the endpoint's URL, for endpoints with more interfaces than JSON-RPC. */
  readonly path?: string | undefined;
}

/**
 * The upstream work for one API request. Limits simultaneous connections, and counts round trips. Answers may be shared with other operations:
 * treat them as frozen.
 */
export interface Operation {
  readonly trace: Trace;

  /**
   * Set if only endpoints that stand still gave an answer: the chain seems to stand still. The answers are those of frozen nodes, and a transaction
   * that is sent now would not be mined.
   */
  readonly standsStill: StandsStill | undefined;

  /**
   * The same operation, but endpoints that stand still count as down. Use it if there are others to ask, such as endpoints of another kind. Requests
   * to one endpoint by its name are always strict, unless `standsStill` is set already.
   */
  readonly strict: Operation;

  /**
   * Attempts at writes after which an endpoint may have what was sent, although none said that it took it. Core reads them when a broadcast is
   * refused: then another endpoint may carry it out.
   */
  readonly lost: readonly FailedAttempt[];

  /** Adds to `lost`: an endpoint answered, but not so that it cannot have what was sent. */
  addLost(attempt: FailedAttempt): void;

  /** Whether an endpoint that should have got a write was not reached, or did not look at it. It may have the same bytes from an earlier broadcast. */
  readonly hasUnheard: boolean;

  /** Sets `hasUnheard`. */
  addUnheard(): void;

  /** The state of the endpoints, as all requests so far have shown it. Useful before asking single endpoints. */
  status(): readonly EndpointStatus[];

  /** Hands the platform work that goes on after the answer, so that it is finished (`waitUntil`). */
  background(work: Promise<unknown>): void;

  /**
   * Runs a computation of some milliseconds, such as a few keys, when it is its turn. Between two steps, of any operations, the process handles
   * everything else that waits. Cut longer computations into several steps.
   *
   * @throws UpstreamError if the operation ended before. RefusedError `request.tooCostly` if its budget is used up.
   */
  compute<T>(step: () => T): Promise<T>;

  /**
   * Makes something of each item, such as the entries of a page. After some of them the process handles everything else that waits. No budget is counted, so
   * there must be a bound for the items.
   *
   * @throws UpstreamError if the operation ended before. Errors of `step`.
   */
  computeEach<Item, T>(items: readonly Item[], step: (item: Item) => T): Promise<T[]>;

  /**
   * Makes one call.
   *
   * @throws UpstreamError if no endpoint gave a usable answer. Its subclass RpcAnswerError if the answer is an error.
   */
  rpc<T>(call: RpcCall<T>, options?: WriteOptions<RpcOutcome<T>> & RpcPath): Promise<T>;

  /** Makes one call; an error of the call is a value. */
  tryRpc<T>(call: RpcCall<T>, options?: WriteOptions<RpcOutcome<T>> & RpcPath): Promise<RpcOutcome<T>>;

  /**
   * Makes several calls at one endpoint, in as few batches as possible, in parallel. Errors of single calls are values.
   *
   * @example
   * const [block, balance] = await operation.rpcBatch([
   *   { method: 'eth_getBlockByNumber', params: ['latest', false], schema: block },
   *   { method: 'eth_getBalance', params: [address, 'latest'], schema: quantity },
   * ]);
   */
  rpcBatch<const Calls extends readonly RpcCall[]>(
    calls: Calls,
    options?: BatchOptions<RpcOutcomes<Calls>> & GuardedBatchOptions & RpcPath,
  ): Promise<RpcOutcomes<Calls>>;

  /** Makes one HTTP request. */
  http<T, E = never>(request: HttpRequest<T, E>, options?: WriteOptions<HttpAnswer<T, E>>): Promise<HttpAnswer<T, E>>;

  /** Makes several HTTP requests at one endpoint, in parallel. */
  httpAll<const Requests extends readonly HttpRequest<unknown, unknown>[]>(
    requests: Requests,
    options?: RequestOptions<HttpAnswers<Requests>>,
  ): Promise<HttpAnswers<Requests>>;
}

/** Number of steps that may still be computed. Each step counts it down. Operations with the same budget share it. */
export interface ComputeBudget {
  left: number;
}

/** What an operation is made of. */
export interface OperationParts extends Omit<Surroundings, 'record'> {
  readonly targets: readonly Target[];
  readonly kinds: EndpointKinds;
  readonly defaultKind: string | undefined;
  readonly wire: Wire;
  readonly limiter: Limiter;
  readonly trace: TraceRecorder;
  readonly coalescer: Coalescer;
  readonly turns: Turns;
  readonly budget: ComputeBudget | undefined;
  readonly parseQueue: ParseQueue;
  /** When each guard last accepted an endpoint, by name: milliseconds since 1970. */
  readonly accepted: WeakMap<HttpGuard, Map<string, number>>;
  readonly record: Surroundings['record'];
  /** Tells operators something about an endpoint. */
  readonly remark: (target: Target, remark: string) => void;
  readonly waitUntil: ((work: Promise<unknown>) => void) | undefined;
}

export function createOperation(parts: OperationParts): Operation {
  const { trace, wire, signal, now, coalescer } = parts;
  const seen = new Map<string, number>();
  let standsStill: StandsStill | undefined;
  const lost: FailedAttempt[] = [];
  const addLost = (attempt: FailedAttempt) => {
    if (!lost.includes(attempt)) lost.push(attempt);
  };

  let hasUnheard = false;

  const inTurn = (steps: () => void) => parts.turns(signal, steps);

  const guardOf = ({ kind = parts.defaultKind }: Pick<RequestOptions, 'kind'>): Guard | undefined =>
    kind === undefined ? undefined : parts.kinds[kind]?.guard;

  async function send(
    target: Target,
    request: WireRequest,
    ended: AbortSignal,
    overdue: Course['overdue'],
  ): Promise<WireAnswer> {
    // Counted only from here: before, the request may have waited for a slot.
    const over = parts.health.began(target);
    const stop = overdue && watch(target, request, overdue);
    try {
      return await exchange(wire, target, request, ended);
    } finally {
      over();
      stop?.();
    }
  }

  /** Calls `overdue` when the request is overdue. The returned function cancels that. */
  function watch(target: Target, { timeoutMs = target.timeoutMs }: WireRequest, overdue: () => void): () => void {
    const watching = new AbortController();
    void parts.sleep(parts.health.overdueMs(target, timeoutMs), watching.signal).then(() => {
      if (!watching.signal.aborted) overdue();
    });
    // `abort` without a reason makes an error with a stack, which is costly.
    return () => watching.abort('over');
  }

  /** @param guard - Guard of the calls, if any. It is part of the key, so reads with different guards are not coalesced. */
  async function askRpc(
    calls: readonly RpcCall[],
    options: WriteOptions<never> & RpcPath,
    accept: (outcomes: readonly RpcOutcome[], target: Target) => void | Promise<void>,
    isStrict: boolean,
    guard?: object,
  ) {
    const whole = encodeCalls(calls);
    const key = () => {
      const hooks = calls.map(
        ({ schema, optional, isAnswer }) =>
          `${coalescer.identify(schema)} ${optional === true} ${coalescer.identify(isAnswer)}`,
      );
      return `rpc ${options.path} ${coalescer.identify(guard)} ${hooks.join()} ${whole}`;
    };
    return ask(key, options, isStrict, {
      request: describeCalls(calls),
      size: calls.length,
      async ask(target, batchLimit, course) {
        const batches = split(calls, batchLimit);
        const answers = await parallel(
          parts.limiter,
          course.signal,
          batches.map((batch) => async (ended) => {
            const request = {
              method: 'POST',
              url: urlOf(target.base, options.path ?? ''),
              headers: { 'content-type': 'application/json' },
              body: batch === calls ? whole : encodeCalls(batch),
              timeoutMs: options.timeoutMs,
              maxBytes: sizeOf(batch),
            } as const;
            const answer = await send(target, request, ended, course.overdue);
            const isLong = options.write === undefined && answer.text.length >= longToCheck;
            const settles = await parts.parseQueue(answer.text.length, () => decodeAnswer(batch, answer, now()));
            // A long answer is checked after all requests: it must not keep others of them waiting.
            return isLong ? settles : settles.map((settle) => settle());
          }),
        );
        const found = answers.flat();
        const outcomes = found.every(isSettled)
          ? found
          : await eachInTurn(found, (one) => (isSettled(one) ? one : one()), inTurn);
        return { value: outcomes, still: await stillOf(async () => accept(outcomes, target)) };
      },
    });
  }

  async function askHttp(
    requests: readonly HttpRequest<unknown, unknown>[],
    options: WriteOptions<never>,
    accept: (answers: readonly HttpAnswer<unknown, unknown>[]) => void | Promise<void>,
    isStrict: boolean,
  ) {
    const guard = guardOf(options);
    const guards = guard === undefined || isRpcGuard(guard) ? [] : guard;
    const key = () => {
      const contents = requests.map((request) => {
        const { schema, refusals, body, steps: _, ...rest } = request;
        const content = body && 'bytes' in body ? coalescer.identify(body.bytes) : body;
        return [rest, content, coalescer.identify(schema), refusals?.statuses, coalescer.identify(refusals?.schema)];
      });
      return `http ${guards.map((guard) => coalescer.identify(guard)).join()} ${stringifyJson(contents)}`;
    };
    return ask(key, options, isStrict, {
      request: requests.map(describeRequest).join(', '),
      size: Number.POSITIVE_INFINITY,
      async ask(target, _, course) {
        const ask = (guard: HttpGuard, trustedMs: number | undefined) =>
          checkOnce(guard, target, trustedMs, options.timeoutMs, course.overdue);
        const checked = guards.filter((guard) => guard.isForRefusals !== true).map((guard) => ask(guard, guard.forMs));
        const answers = await parallel(
          parts.limiter,
          course.signal,
          requests.map((request) => (ended) => sendHttp(request, target, options.timeoutMs, ended, course.overdue)),
        );
        const stills = await Promise.all(checked.map((check) => stillOf(() => check)));
        if (options.write === undefined && answers.some(isAbsence)) {
          // One guard that was accepted lately is proof enough that the interface is served.
          const [first] = guards.toSorted((a, b) => Number(isRecent(b, target)) - Number(isRecent(a, target)));
          if (first !== undefined) stills.push(await stillOf(() => ask(first, provenMs)));
        }
        stills.push(await stillOf(async () => accept(answers)));
        return { value: answers, still: stills.find((still) => still !== undefined) };
      },
    });
  }

  async function sendHttp<T, E>(
    request: HttpRequest<T, E>,
    target: Target,
    timeoutMs: number | undefined,
    ended: AbortSignal,
    overdue: Course['overdue'],
  ) {
    const encoded = { ...encodeRequest(request, target), timeoutMs };
    const answer = await send(target, encoded, ended, overdue);
    const decoded = await parts.parseQueue(answer.text.length, () => decodeResponse(request, answer, now()));
    if (decoded.ok && request.steps !== undefined)
      await eachInTurn(request.steps(decoded.value), (step) => step(), inTurn);
    return decoded;
  }

  /** Checks in flight, by guard and endpoint. Requests to one endpoint at the same time share its check. */
  const checks = new Map<HttpGuard, Map<string, Promise<void>>>();

  function isRecent(guard: HttpGuard, target: Target): boolean {
    const acceptedAt = parts.accepted.get(guard)?.get(target.name);
    return acceptedAt !== undefined && now() < acceptedAt + provenMs;
  }

  /** Makes the request of a guard, unless it accepted the endpoint less than `trustedMs` ago; without a value: ever. */
  function checkOnce(
    guard: HttpGuard,
    target: Target,
    trustedMs: number | undefined,
    timeoutMs: number | undefined,
    overdue: Course['overdue'],
  ): Promise<void> | undefined {
    // Stored before the check ends, because several endpoints may be checked at the same time.
    const accepted = parts.accepted.get(guard) ?? new Map<string, number>();
    parts.accepted.set(guard, accepted);
    const acceptedAt = accepted.get(target.name);
    if (acceptedAt !== undefined && now() < acceptedAt + (trustedMs ?? Number.POSITIVE_INFINITY)) return undefined;
    const underWay = checks.get(guard) ?? new Map<string, Promise<void>>();
    const started = underWay.get(target.name);
    if (started) return started;

    const check = async () => {
      try {
        const send = async (request: HttpGuard['request']) => {
          const send = (ended: AbortSignal) => sendHttp(request, target, timeoutMs, ended, overdue);
          const [answer] = await parallel(parts.limiter, signal, [send]);
          return answer as HttpAnswer<unknown, unknown>;
        };
        const first = await send(guard.request);
        const other = guard.instead?.(first);
        guard.accept(other === undefined ? first : await send(other));
        accepted.set(target.name, now());
      } finally {
        underWay.delete(target.name);
      }
    };
    const checked = check();
    checks.set(guard, underWay.set(target.name, checked));
    // The caller gets the error from `checked`, unless its own requests failed first. This avoids an unhandled rejection then.
    checked.catch(() => {});
    return checked;
  }

  /** Coalesces reads, and fails over. */
  async function ask<T>(
    key: () => string,
    options: WriteOptions<never>,
    isStrict: boolean,
    task: Pick<Task<T>, 'request' | 'size' | 'ask'>,
  ): Promise<Settled<T>> {
    const settled = await settle(key, options, isStrict, task);
    if (settled.standsStill !== undefined && settled.standsStill.latestAt > (standsStill?.latestAt ?? -Infinity)) {
      standsStill = settled.standsStill;
    }
    return settled;
  }

  async function settle<T>(
    key: () => string,
    options: WriteOptions<never>,
    isStrict: boolean,
    task: Pick<Task<T>, 'request' | 'size' | 'ask'>,
  ): Promise<Settled<T>> {
    const { kind = parts.defaultKind, endpoint, timeoutMs, maxAttempts, accept, write } = options;
    const targets = parts.targets.filter(
      (target) => target.kind === kind && (endpoint === undefined || target.name === endpoint),
    );
    const isTaken = !isStrict && (endpoint === undefined || standsStill !== undefined);
    const stillness = { seen, isTaken, enoughAt: standsStill?.latestAt ?? Number.POSITIVE_INFINITY };
    const start = () => failover(parts, { ...task, targets, write, maxAttempts, stillness, lost: addLost });
    if (write) return start();

    const how = [kind, endpoint, timeoutMs, maxAttempts, isTaken, coalescer.identify(accept)];
    const text = `${JSON.stringify(how)} ${key()}`;
    for (;;) {
      const flight = coalescer.run(text, signal, start);
      if (!flight.joined) return flight.promise;
      const complete = trace.begin('coalesced');
      try {
        return await untilEnd(signal, () => new UpstreamError(parts.chainId, [], { timedOut: true }), flight.promise);
      } catch (error) {
        // Another operation made the read, and was ended. This one goes on.
        if (!flight.signal.aborted || signal.aborted) throw error;
      } finally {
        complete();
      }
    }
  }

  async function tryCall<T>(call: RpcCall<T>, options: WriteOptions<RpcOutcome<T>> & RpcPath, isStrict: boolean) {
    const accept = ([outcome]: readonly RpcOutcome[]) => options.accept?.(outcome as RpcOutcome<T>);
    const { value, endpoint } = await askRpc([call], options, accept, isStrict);
    // One call has one outcome, of the type of its schema.
    return { outcome: value[0] as RpcOutcome<T>, endpoint };
  }

  const face = (isStrict: boolean): Operation => ({
    trace,
    get standsStill() {
      return standsStill;
    },
    get strict() {
      return strict;
    },
    lost,
    addLost,
    get hasUnheard() {
      return hasUnheard;
    },
    addUnheard() {
      hasUnheard = true;
    },
    status: () => parts.health.status(),
    async compute(step) {
      const { budget, turns } = parts;
      if (budget !== undefined) {
        if (budget.left <= 0) throw refuse('request.tooCostly', {});
        budget.left -= 1;
      }
      return turns(signal, step);
    },
    computeEach: (items, step) => eachInTurn(items, step, inTurn),
    background: (work) => parts.waitUntil?.(work),
    async rpc(call, options = {}) {
      const { outcome, endpoint } = await tryCall(call, options, isStrict);
      if (outcome.ok) return outcome.value;
      throw new RpcAnswerError(parts.chainId, endpoint, call.method, outcome.error);
    },
    async tryRpc(call, options = {}) {
      return (await tryCall(call, options, isStrict)).outcome;
    },
    async rpcBatch<const Calls extends readonly RpcCall[]>(
      calls: Calls,
      options: BatchOptions<RpcOutcomes<Calls>> & GuardedBatchOptions & RpcPath = {},
    ) {
      const found = options.isGuarded === true ? guardOf(options) : undefined;
      const guard = isRpcGuard(found) ? found : undefined;
      if (calls.length === 0 && guard === undefined) return [] as unknown as RpcOutcomes<Calls>;
      const batch = guard && guardBatch(guard, calls, options.mayLag === true);
      // Outcomes stand in the order of their calls.
      const own = (outcomes: readonly RpcOutcome[]) => outcomes.slice(batch?.added) as unknown as RpcOutcomes<Calls>;
      const { value, endpoint } = await askRpc(
        batch?.calls ?? calls,
        options,
        async (outcomes, target) => {
          batch?.acceptChain(outcomes);
          for (const remark of batch?.remarks(outcomes) ?? []) parts.remark(target, remark);
          await options.accept?.(own(outcomes));
          batch?.acceptAge(outcomes);
        },
        isStrict,
        options.mayLag === true ? guard : (guard?.clock ?? guard),
      );
      options.answeredBy?.(endpoint);
      return own(value);
    },
    async http<T, E>(request: HttpRequest<T, E>, options: WriteOptions<HttpAnswer<T, E>> = {}) {
      const typed = (answers: readonly HttpAnswer<unknown, unknown>[]) => answers[0] as HttpAnswer<T, E>;
      const accept = (answers: readonly HttpAnswer<unknown, unknown>[]) => options.accept?.(typed(answers));
      return typed((await askHttp([request], options, accept, isStrict)).value);
    },
    async httpAll<const Requests extends readonly HttpRequest<unknown, unknown>[]>(
      requests: Requests,
      options: RequestOptions<HttpAnswers<Requests>> = {},
    ) {
      const typed = (answers: readonly HttpAnswer<unknown, unknown>[]) => answers as unknown as HttpAnswers<Requests>;
      if (requests.length === 0) return typed([]);
      const accept = (answers: readonly HttpAnswer<unknown, unknown>[]) => options.accept?.(typed(answers));
      return typed((await askHttp(requests, options, accept, isStrict)).value);
    },
  });
  const strict = face(true);
  return face(false);
}

/**
 * The checks of a longer answer, in characters, let other requests in between. The costliest check is a hash over all of an answer (Starknet). It took
 * some 2 µs a character when we measured it.
 */
const longToCheck = 16 * 1024;

/** How long a guard proves that "not found" is an answer of the interface: a closed endpoint may say so to everything. */
const provenMs = 60_000;

function isSettled(one: RpcOutcome | Settle): one is RpcOutcome {
  return typeof one !== 'function';
}

/** Whether it says that there is no such thing. */
function isAbsence(answer: HttpAnswer<unknown, unknown>): boolean {
  return !answer.ok && [404, 405, 410, 501].includes(answer.status);
}

/** Runs a check. Returns a `StandingStill` instead of throwing it. Other errors are thrown. */
async function stillOf(check: () => Promise<void> | void | undefined): Promise<StandingStill | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof StandingStill) return error;
    throw error;
  }
}

function split<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  if (items.length <= size) return [items];
  const parts: T[][] = [];
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size));
  return parts;
}
