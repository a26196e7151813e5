import { refuse } from '../errors.ts';
import { sizeOf } from './answer-size.ts';
import type { Coalescer } from './coalesce.ts';
import { type Target, urlOf } from './endpoint.ts';
import type { EndpointStatus } from './endpoint-health.ts';
import { exchange, type Wire, type WireAnswer, type WireRequest } from './exchange.ts';
import { type Course, failover, type Surroundings, type Task } from './failover.ts';
import { stringifyJson } from './json.ts';
import {
  decodeAnswer,
  describeCalls,
  encodeCalls,
  type RpcCall,
  type RpcOutcome,
  type RpcOutcomes,
} from './json-rpc.ts';
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
  /** Only endpoints of this kind. Without it: only those without a kind. */
  readonly kind?: string | undefined;
  /** Only the endpoint of this name: to ask each of them, or the one that answered before. */
  readonly endpoint?: string | undefined;
  /** One HTTP request, in milliseconds, instead of the endpoint's time. */
  readonly timeoutMs?: number | undefined;
  /** Instead of the client's. 1 for what others are asked at the same time: it is then not asked again. */
  readonly maxAttempts?: number | undefined;
  /**
   * Looks at a well-formed answer and throws `RejectedAnswer` if the endpoint is not to be trusted: another one is asked. Define it once,
   * not per call: reads with different functions are never coalesced. It may take its time, in steps of `Operation.compute`.
   */
  readonly accept?: ((answer: Answer) => void | Promise<void>) | undefined;
  /** Told the name of the endpoint that answered: for those who want to hear another one as well. Only `rpcBatch` does. */
  readonly answeredBy?: ((endpoint: string) => void) | undefined;
}

/** What shows whether an endpoint that is asked over HTTP serves the chain that we mean: another one's answers would look just as valid. */
export interface HttpGuard {
  readonly request: HttpRequest<unknown, unknown>;
  /** @throws RejectedAnswer if it serves another one: it is set aside, and the next endpoint asked. */
  readonly accept: (answer: HttpAnswer<unknown, unknown>) => void;
}

export interface GuardedOptions {
  /**
   * Asked once of each endpoint, side by side with the first request to it, whose answer counts for nothing if the guard does not accept. Make
   * it once per chain and kind: it is remembered by its identity.
   */
  readonly guard?: HttpGuard | undefined;
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
    options?: BatchOptions<RpcOutcomes<Calls>> & RpcPath,
  ): Promise<RpcOutcomes<Calls>>;

  /** Makes one HTTP request. */
  http<T, E = never>(
    request: HttpRequest<T, E>,
    options?: WriteOptions<HttpAnswer<T, E>> & GuardedOptions,
  ): Promise<HttpAnswer<T, E>>;

  /** Makes several HTTP requests side by side, all answered by the same endpoint. */
  httpAll<const Requests extends readonly HttpRequest<unknown, unknown>[]>(
    requests: Requests,
    options?: RequestOptions<HttpAnswers<Requests>> & GuardedOptions,
  ): Promise<HttpAnswers<Requests>>;
}

/** How many steps may still be computed: by several operations together, if they were handed the same. It is counted down. */
export interface ComputeBudget {
  left: number;
}

/** What an operation is made of. */
export interface OperationParts extends Omit<Surroundings, 'record'> {
  readonly targets: readonly Target[];
  readonly wire: Wire;
  readonly limiter: Limiter;
  readonly trace: TraceRecorder;
  readonly coalescer: Coalescer;
  readonly turns: Turns;
  readonly budget: ComputeBudget | undefined;
  readonly parseQueue: ParseQueue;
  /** Names of the endpoints that each guard accepted. */
  readonly trusted: WeakMap<HttpGuard, Set<string>>;
  readonly record: Surroundings['record'];
  readonly waitUntil: ((work: Promise<unknown>) => void) | undefined;
}

export function createOperation(parts: OperationParts): Operation {
  const { trace, wire, signal, now, coalescer } = parts;

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

  async function askRpc(
    calls: readonly RpcCall[],
    options: WriteOptions<never> & RpcPath,
    accept: (outcomes: readonly RpcOutcome[]) => void | Promise<void>,
  ) {
    const whole = encodeCalls(calls);
    const key = () => {
      const hooks = calls.map(
        ({ schema, optional, isEndpointFailure }) =>
          `${coalescer.identify(schema)} ${optional === true} ${coalescer.identify(isEndpointFailure)}`,
      );
      return `rpc ${options.path} ${hooks.join()} ${whole}`;
    };
    return ask(key, options, {
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
        await accept(outcomes);
        return outcomes;
      },
    });
  }

  async function askHttp(
    requests: readonly HttpRequest<unknown, unknown>[],
    options: WriteOptions<never> & GuardedOptions,
    accept: (answers: readonly HttpAnswer<unknown, unknown>[]) => void | Promise<void>,
  ) {
    const { guard } = options;
    const key = () => {
      const contents = requests.map((request) => {
        const { schema, refusals, body, ...rest } = request;
        const content = body && 'bytes' in body ? coalescer.identify(body.bytes) : body;
        return [rest, content, coalescer.identify(schema), refusals?.statuses, coalescer.identify(refusals?.schema)];
      });
      return `http ${coalescer.identify(guard)} ${stringifyJson(contents)}`;
    };
    return ask(key, options, {
      request: requests.map(describeRequest).join(', '),
      size: Number.POSITIVE_INFINITY,
      async ask(target, _, course) {
        const checked = guard && checkOnce(guard, target, options.timeoutMs, course.overdue);
        const answers = await parallel(
          parts.limiter,
          course.signal,
          requests.map((request) => (ended) => sendHttp(request, target, options.timeoutMs, ended, course.overdue)),
        );
        await checked;
        await accept(answers);
        return answers;
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

  /** Asks what a guard asks, unless the endpoint was accepted before. */
  function checkOnce(
    guard: HttpGuard,
    target: Target,
    timeoutMs: number | undefined,
    overdue: Course['overdue'],
  ): Promise<void> | undefined {
    if (parts.trusted.get(guard)?.has(target.name) === true) return undefined;
    const underWay = checks.get(guard) ?? new Map<string, Promise<void>>();
    const started = underWay.get(target.name);
    if (started) return started;

    const check = async () => {
      try {
        const [answer] = await parallel(parts.limiter, signal, [
          (ended) => sendHttp(guard.request, target, timeoutMs, ended, overdue),
        ]);
        guard.accept(answer as HttpAnswer<unknown, unknown>);
        parts.trusted.set(guard, (parts.trusted.get(guard) ?? new Set()).add(target.name));
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
    task: Pick<Task<T>, 'request' | 'size' | 'ask'>,
  ): Promise<{ value: T; endpoint: string }> {
    const { kind, endpoint, timeoutMs, maxAttempts, accept, write } = options;
    const targets = parts.targets.filter(
      (target) => target.kind === kind && (endpoint === undefined || target.name === endpoint),
    );
    const start = () => failover(parts, { ...task, targets, write, maxAttempts });
    if (write) return start();

    const text = `${JSON.stringify([kind, endpoint, timeoutMs, maxAttempts, coalescer.identify(accept)])} ${key()}`;
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

  async function tryCall<T>(call: RpcCall<T>, options: WriteOptions<RpcOutcome<T>> & RpcPath) {
    const accept = ([outcome]: readonly RpcOutcome[]) => options.accept?.(outcome as RpcOutcome<T>);
    const { value, endpoint } = await askRpc([call], options, accept);
    // One call has one outcome, of the type of its schema.
    return { outcome: value[0] as RpcOutcome<T>, endpoint };
  }

  return {
    trace,
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
      const { outcome, endpoint } = await tryCall(call, options);
      if (outcome.ok) return outcome.value;
      throw new RpcAnswerError(parts.chainId, endpoint, call.method, outcome.error);
    },
    async tryRpc(call, options = {}) {
      return (await tryCall(call, options)).outcome;
    },
    async rpcBatch<const Calls extends readonly RpcCall[]>(
      calls: Calls,
      options: BatchOptions<RpcOutcomes<Calls>> & RpcPath = {},
    ) {
      if (calls.length === 0) return [] as unknown as RpcOutcomes<Calls>;
      // Outcomes stand in the order of their calls.
      const typed = (outcomes: readonly RpcOutcome[]) => outcomes as unknown as RpcOutcomes<Calls>;
      const { value, endpoint } = await askRpc(calls, options, (outcomes) => options.accept?.(typed(outcomes)));
      options.answeredBy?.(endpoint);
      return typed(value);
    },
    async http<T, E>(request: HttpRequest<T, E>, options: WriteOptions<HttpAnswer<T, E>> & GuardedOptions = {}) {
      const typed = (answers: readonly HttpAnswer<unknown, unknown>[]) => answers[0] as HttpAnswer<T, E>;
      return typed((await askHttp([request], options, (answers) => options.accept?.(typed(answers)))).value);
    },
    async httpAll<const Requests extends readonly HttpRequest<unknown, unknown>[]>(
      requests: Requests,
      options: RequestOptions<HttpAnswers<Requests>> & GuardedOptions = {},
    ) {
      const typed = (answers: readonly HttpAnswer<unknown, unknown>[]) => answers as unknown as HttpAnswers<Requests>;
      if (requests.length === 0) return typed([]);
      return typed((await askHttp(requests, options, (answers) => options.accept?.(typed(answers)))).value);
    },
  };
}

function split<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  if (items.length <= size) return [items];
  const parts: T[][] = [];
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size));
  return parts;
}
