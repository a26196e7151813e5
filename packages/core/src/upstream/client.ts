import { createCoalescer } from './coalesce.ts';
import { defaultKindOf } from './default-kind.ts';
import { type Endpoint, type EndpointInfo, resolveEndpoints } from './endpoint.ts';
import { createEndpointHealth, type EndpointStatus } from './endpoint-health.ts';
import type { Fetch } from './fetch.ts';
import type { EndpointKinds } from './kinds.ts';
import { createLimiter } from './limiter.ts';
import { type ComputeBudget, createOperation, type Operation, type OperationParts } from './operation.ts';
import { createParseQueue } from './parse-queue.ts';
import { type Sleep, sleep as sleepInRealTime } from './timer.ts';
import { type Attempt, createTrace } from './trace.ts';
import { createTurns } from './turns.ts';
import { UpstreamError } from './upstream-error.ts';

export interface UpstreamOptions {
  readonly chainId: string;
  /** Asked in this order while they are healthy. A string is a URL. */
  readonly endpoints: readonly (string | Endpoint)[];
  /** Kinds of endpoints. An endpoint that names no kind has the default one, if there is one. */
  readonly kinds?: EndpointKinds | undefined;
  /** Defaults to the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Milliseconds since 1970. Defaults to `Date.now`. */
  readonly now?: (() => number) | undefined;
  readonly sleep?: Sleep | undefined;
  /** From 0 up to 1. Defaults to `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** One HTTP request from the first byte to the last, in milliseconds. 8000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Attempts for one answer, over all endpoints. By default one more than there are endpoints, at least 2 and at most 5. */
  readonly maxAttempts?: number | undefined;
  /** Size limit of every answer, even if its call allows more. 8 MiB by default. */
  readonly maxResponseBytes?: number | undefined;
  /** Calls in one JSON-RPC batch, for endpoints without `maxBatch`. 3 by default: the smallest limit known of a public endpoint. */
  readonly defaultMaxBatch?: number | undefined;
  /** Simultaneous connections of one operation. 6 by default: what Workers allow. */
  readonly maxConcurrent?: number | undefined;
  /**
   * Equal reads in flight are made once, and computations take turns: across all operations (`shared`, the default), or within one (`operation`). On
   * Workers it must be `operation`: there, requests must not wait for connections and timers of other requests.
   */
  readonly coalesce?: 'shared' | 'operation' | undefined;
  /** Called for every attempt, for logs, metrics and traces. Must not throw. */
  readonly onAttempt?: ((event: AttemptEvent) => void) | undefined;
  /** Called once for each remark about an endpoint, for logs. Must not throw. */
  readonly onRemark?: ((event: RemarkEvent) => void) | undefined;
}

/** Something about an endpoint that works, but that its operator should look after. */
export interface RemarkEvent {
  readonly chainId: string;
  /** Its name, never its URL. */
  readonly endpoint: string;
  /** Made by us: holds no text of the upstream. */
  readonly remark: string;
}

export interface AttemptEvent extends Attempt {
  readonly chainId: string;
  readonly kind: string | undefined;
}

/** The upstream of one chain. All operations share what it knows about the health of its endpoints. */
export interface Upstream {
  readonly chainId: string;
  readonly endpoints: readonly EndpointInfo[];
  /**
   * Begins an operation: one per API request.
   *
   * @param options.signal - Ends it: requests are aborted, and callers that wait get an `UpstreamError`. Pass a deadline here.
   * @param options.budget - Limits computation. By default there is no limit.
   * @param options.waitUntil - Called with work that goes on after the answer: see `CallOptions`.
   */
  operation(options?: {
    readonly signal?: AbortSignal | undefined;
    readonly budget?: ComputeBudget | undefined;
    readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
  }): Operation;
  /** `coalesce` of the options: whether an operation may wait for work of another one. */
  readonly coalesce: 'shared' | 'operation';
  /** The state of the endpoints, as the requests so far have shown it. */
  status(): EndpointStatus[];
}

/**
 * Opens the upstreams of a chain. Touches no network.
 *
 * @example
 * const upstream = createUpstream({ chainId: 'base', endpoints: ['https://mainnet.base.org', 'https://base-rpc.publicnode.com'] });
 * const operation = upstream.operation();
 * const height = await operation.rpc({ method: 'eth_blockNumber', params: [], schema: z.string().transform(BigInt) });
 *
 * @throws TypeError if an endpoint has no usable URL, or two have the same name.
 */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { chainId, now = Date.now, sleep = sleepInRealTime, random = Math.random, onAttempt, onRemark } = options;
  const {
    kinds = {},
    timeoutMs = 8_000,
    defaultMaxBatch = 3,
    maxConcurrent = 6,
    maxResponseBytes = 8 * 1024 * 1024,
  } = options;
  const defaultKind = defaultKindOf(kinds);
  const targets = resolveEndpoints(options.endpoints, { timeoutMs, maxBatch: defaultMaxBatch }, kinds);
  const health = createEndpointHealth(targets, now);
  const shared = options.coalesce === 'operation' ? undefined : createCoalescer();
  const makeTurns = () => createTurns(sleep, () => new UpstreamError(chainId, [], { timedOut: true }));
  const sharedTurns = options.coalesce === 'operation' ? undefined : makeTurns();
  const accepted: OperationParts['accepted'] = new WeakMap();
  const remarked = new Set<string>();
  // With `operation`, requests must not wait for each other, so each has a queue of its own.
  const queue = options.coalesce === 'operation' ? undefined : createParseQueue(sleep);

  return {
    chainId,
    endpoints: targets.map(({ name, kind }) => ({ name, kind })),
    status: () => health.status(),
    coalesce: options.coalesce ?? 'shared',
    operation({ signal = new AbortController().signal, budget, waitUntil } = {}) {
      const trace = createTrace();
      const limiter = createLimiter(maxConcurrent);
      return createOperation({
        chainId,
        targets,
        kinds,
        defaultKind,
        health,
        now,
        sleep,
        random,
        signal,
        trace,
        limiter,
        isFull: () => limiter.isFull(),
        parseQueue: queue ?? createParseQueue(sleep),
        maxAttempts: options.maxAttempts,
        coalescer: shared ?? createCoalescer(),
        turns: sharedTurns ?? makeTurns(),
        budget,
        accepted,
        waitUntil,
        // Looked up at each request, so that a later replacement of the global `fetch` has an effect.
        wire: {
          fetch: options.fetch ?? globalThis.fetch,
          sleep,
          maxResponseBytes,
          trace,
        },
        record(attempt, target) {
          trace.record(attempt);
          onAttempt?.({ ...attempt, chainId, kind: target.kind });
        },
        remark({ name: endpoint }, remark) {
          const key = `${endpoint} ${remark}`;
          if (remarked.has(key)) return;
          remarked.add(key);
          onRemark?.({ chainId, endpoint, remark });
        },
      });
    },
  };
}
