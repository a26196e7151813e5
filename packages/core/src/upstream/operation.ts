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
import type { Turns } from './turns.ts';
import { RpcAnswerError, UpstreamError } from './upstream-error.ts';

/** How a request is made, whatever it asks. */
export interface RequestOptions<Answer = unknown> {
  /** Only endpoints of this kind. Without it: only those of the default kind, or where there is none those without a kind. */
  readonly kind?: string | undefined;
  /** Only the endpoint of this name: to ask each of them, or the one that answered before. */
  readonly endpoint?: string | undefined;
  /** One HTTP request, in milliseconds, instead of the endpoint's time. */
  readonly timeoutMs?: number | undefined;
  /** Instead of the client's. 1 for what others are asked at the same time: it is then not asked again. */
  readonly maxAttempts?: number | undefined;
  /**
   * Looks at a well-formed answer and throws `RejectedAnswer` if the endpoint is not to be trusted, or `StandingStill` if its latest block is too
   * old: another one is asked. Define it once, not per call: reads with different functions are never coalesced. It may take its time, in steps of
   * `Operation.compute`.
   */
  readonly accept?: ((answer: Answer) => void | Promise<void>) | undefined;
  /** Told the name of the endpoint that answered: for those who want to hear another one as well. Only `rpcBatch` does. */
  readonly answeredBy?: ((endpoint: string) => void) | undefined;
}

/** How a request is made that may change something. */
export interface WriteOptions<Answer = unknown> extends RequestOptions<Answer> {
  /**
   * Set for what changes something upstream. Writes are never coalesced.
   * - `idempotent`: sending it twice does what sending it once does (the same signed bytes); failover as for reads
   * - `once`: another endpoint is asked only where the first certainly did not act (HTTP 429, 401, 402, 403, 405; a rate limit or an
   *   unknown method in JSON-RPC). After anything else it fails, and `UpstreamError.maybeSent` says so
   */
  readonly write?: 'idempotent' | 'once' | undefined;
}

/** A batch may be sent in parts: what must not be sent twice goes alone. */
export interface BatchOptions<Answer = unknown> extends WriteOptions<Answer> {
  readonly write?: 'idempotent' | undefined;
}

/** How a batch is guarded: `ask` does it. */
export interface GuardedBatchOptions {
  /** Puts the calls of the kind's guard before those of the batch. Over HTTP the guard is asked in any case. */
  readonly isGuarded?: boolean | undefined;
  /** Whether a node that stands still will do: because what it says counts all the same, or because another batch asks for the time. */
  readonly mayLag?: boolean | undefined;
}

export interface RpcPath {
  /** Below the endpoint's URL, for endpoints that speak more than JSON-RPC. */
  readonly path?: string | undefined;
}

/**
 * What one API request does upstream. It limits simultaneous connections and counts round trips. Answers may be shared with other
 * operations: treat them as frozen.
 */
export interface Operation {
  readonly trace: Trace;

  /**
   * Set when an answer had to be taken from an endpoint that stands still, as no other gave one: the chain stands still, as far as can be seen. What
   * was read is what the frozen nodes say; nothing that is sent now would be mined.
   */
  readonly standsStill: StandsStill | undefined;

  /**
   * The same operation, in which endpoints that stand still give no answer: requests fail as if they were down. For those who have somebody else to
   * ask, such as endpoints of another kind. Requests to one endpoint by its name are always like that, unless the operation stands still already.
   */
  readonly strict: Operation;

  /** How the endpoints are doing, as far as all requests so far have shown: for whoever asks single ones. */
  status(): readonly EndpointStatus[];

  /** Tells the platform of work that goes on when the operation has its answer, and is to be finished. */
  background(work: Promise<unknown>): void;

  /**
   * Computes something that takes some milliseconds, such as a few keys, when it is its turn: between two such steps of any operations the
   * process does everything else that waits. Cut what takes longer into several.
   *
   * @throws UpstreamError when the operation ended before; RefusedError `request.tooCostly` when its budget is used up.
   */
  compute<T>(step: () => T): Promise<T>;

  /**
   * Makes one call.
   *
   * @throws UpstreamError when no endpoint gave a usable answer; RpcAnswerError (which is one) when the answer is an error.
   */
  rpc<T>(call: RpcCall<T>, options?: WriteOptions<RpcOutcome<T>> & RpcPath): Promise<T>;

  /** Makes one call; an error of the call is a value. */
  tryRpc<T>(call: RpcCall<T>, options?: WriteOptions<RpcOutcome<T>> & RpcPath): Promise<RpcOutcome<T>>;

  /**
   * Makes several calls, all answered by the same endpoint: in as few batches as it takes, side by side. Errors of single calls are values.
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

  /** Makes several HTTP requests side by side, all answered by the same endpoint. */
  httpAll<const Requests extends readonly HttpRequest<unknown, unknown>[]>(
    requests: Requests,
    options?: RequestOptions<HttpAnswers<Requests>>,
  ): Promise<HttpAnswers<Requests>>;
}

/** How many steps may still be computed: by several operations together, if they were handed the same. It is counted down. */
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
  /** Until when each guard trusts endpoints, by their names: milliseconds since 1970. */
  readonly trusted: WeakMap<HttpGuard, Map<string, number>>;
  readonly record: Surroundings['record'];
  readonly waitUntil: ((work: Promise<unknown>) => void) | undefined;
}

export function createOperation(parts: OperationParts): Operation {
  const { trace, wire, signal, now, coalescer } = parts;
  const seen = new Map<string, number>();
  let standsStill: StandsStill | undefined;

  const guardOf = ({ kind = parts.defaultKind }: Pick<RequestOptions, 'kind'>): Guard | undefined =>
    kind === undefined ? undefined : parts.kinds[kind]?.guard;

  async function send(
    target: Target,
    request: WireRequest,
    ended: AbortSignal,
    overdue: Course['overdue'],
  ): Promise<WireAnswer> {
    // Only from here on the endpoint owes an answer: before that the request may have waited for a slot.
    const over = parts.health.began(target);
    const stop = overdue && watch(target, request, overdue);
    try {
      return await exchange(wire, target, request, ended);
    } finally {
      over();
      stop?.();
    }
  }

  /** Tells when a request is overdue, unless it is stopped before. */
  function watch(target: Target, { timeoutMs = target.timeoutMs }: WireRequest, overdue: () => void): () => void {
    const watching = new AbortController();
    void parts.sleep(parts.health.overdueMs(target, timeoutMs), watching.signal).then(() => {
      if (!watching.signal.aborted) overdue();
    });
    // Without a reason one would be made: an error with a stack.
    return () => watching.abort('over');
  }

  /** @param guard - That the calls are looked at by, if any: it tells reads apart. */
  async function askRpc(
    calls: readonly RpcCall[],
    options: WriteOptions<never> & RpcPath,
    accept: (outcomes: readonly RpcOutcome[]) => void | Promise<void>,
    isStrict: boolean,
    guard?: object,
  ) {
    const whole = encodeCalls(calls);
    const key = () => {
      const hooks = calls.map(
        ({ schema, optional, isEndpointFailure }) =>
          `${coalescer.identify(schema)} ${optional === true} ${coalescer.identify(isEndpointFailure)}`,
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
            return parts.parseQueue(answer.text.length, () =>
              decodeAnswer(batch, answer, { once: options.write === 'once', now: now() }),
            );
          }),
        );
        const outcomes = answers.flat();
        return { value: outcomes, still: await stillOf(async () => accept(outcomes)) };
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
        const { schema, refusals, body, ...rest } = request;
        const content = body && 'bytes' in body ? coalescer.identify(body.bytes) : body;
        return [rest, content, coalescer.identify(schema), refusals?.statuses, coalescer.identify(refusals?.schema)];
      });
      return `http ${guards.map((guard) => coalescer.identify(guard)).join()} ${stringifyJson(contents)}`;
    };
    return ask(key, options, isStrict, {
      request: requests.map(describeRequest).join(', '),
      size: Number.POSITIVE_INFINITY,
      async ask(target, _, course) {
        const checked = guards.map((guard) => checkOnce(guard, target, options.timeoutMs, course.overdue));
        const answers = await parallel(
          parts.limiter,
          course.signal,
          requests.map((request) => (ended) => sendHttp(request, target, options.timeoutMs, ended, course.overdue)),
        );
        const stills = await Promise.all(checked.map((check) => stillOf(() => check)));
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
    return parts.parseQueue(answer.text.length, () => decodeResponse(request, answer, now()));
  }

  /** Checks of endpoints that are under way: what is asked of one at the same time shares them. */
  const checks = new Map<HttpGuard, Map<string, Promise<void>>>();

  /** Asks what a guard asks, unless the endpoint was accepted before, and not too long ago. */
  function checkOnce(
    guard: HttpGuard,
    target: Target,
    timeoutMs: number | undefined,
    overdue: Course['overdue'],
  ): Promise<void> | undefined {
    // Kept from the beginning: several endpoints may be checked at the same time.
    const trusted = parts.trusted.get(guard) ?? new Map<string, number>();
    parts.trusted.set(guard, trusted);
    if (now() < (trusted.get(target.name) ?? Number.NEGATIVE_INFINITY)) return undefined;
    const underWay = checks.get(guard) ?? new Map<string, Promise<void>>();
    const started = underWay.get(target.name);
    if (started) return started;

    const check = async () => {
      try {
        const [answer] = await parallel(parts.limiter, signal, [
          (ended) => sendHttp(guard.request, target, timeoutMs, ended, overdue),
        ]);
        guard.accept(answer as HttpAnswer<unknown, unknown>);
        const until = now() + (guard.forMs ?? Number.POSITIVE_INFINITY);
        trusted.set(target.name, until);
      } finally {
        underWay.delete(target.name);
      }
    };
    const checked = check();
    checks.set(guard, underWay.set(target.name, checked));
    // Whoever asks hears of it, unless its own requests have failed before.
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
    const start = () => failover(parts, { ...task, targets, write, maxAttempts, stillness });
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
        // Ended from outside together with the operation that made the read: that is no reason to end this one.
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
    status: () => parts.health.status(),
    async compute(step) {
      const { budget, turns } = parts;
      if (budget !== undefined) {
        if (budget.left <= 0) throw refuse('request.tooCostly', {});
        budget.left -= 1;
      }
      return turns(signal, step);
    },
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
        async (outcomes) => {
          batch?.acceptChain(outcomes);
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

/** What a check says of an endpoint that stands still; it throws everything else that is wrong. */
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
