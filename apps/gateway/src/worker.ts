import { RefusedError } from '@isochain/core';
import { configProblem } from './config/explain.ts';
import { loadSettings } from './config/load.ts';
import type { Gateway, PlatformLimiter } from './context.ts';
import { createGateway } from './gateway.ts';
import { createLog, type Log } from './log.ts';
import { faultOf, statusOf } from './render-error.ts';
import { createFallback } from './shared/fallback.ts';
import { type KvNamespace, kvStore } from './shared/kv-store.ts';

/** Variables and secrets of the script: the same names as in the environment of a process. */
type Bindings = Readonly<Record<string, unknown>>;

// One app for all requests of an isolate. A value, not a promise: on Workers a request must not wait for work of another request.
let gateway: Gateway | undefined;

async function open(bindings: Bindings): Promise<Gateway> {
  const settings = await loadSettings(bindings);
  if (settings.profile !== 'production') {
    throw new RefusedError([
      configProblem('ISOCHAIN_PROFILE', 'must be production: there are no engines to start here'),
    ]);
  }
  const log = createLog(settings.log ?? 'info', (line) => console.log(line));
  const { RATE_LIMIT: binding, CACHE: kv } = bindings;
  return createGateway(settings, {
    log,
    // Workers do not let requests wait for each other's connections.
    coalesce: 'operation',
    ...(isRateLimit(binding) ? { limiter: limiterOf(binding, log) } : {}),
    ...(typeof kv === 'object' && kv !== null
      ? {
          store: kvStore(kv as KvNamespace, (isHealthy) =>
            log(isHealthy ? 'info' : 'warn', `the cache ${isHealthy ? 'answers again' : 'does not answer'}`),
          ),
        }
      : {}),
  });
}

/** What the platform passes to a Worker beside a request. */
interface WorkerContext {
  waitUntil(work: Promise<unknown>): void;
  passThroughOnException(): void;
  readonly props: unknown;
}

/** A rate-limit binding: requests are counted by the platform, in each of its places. */
interface RateLimit {
  limit(options: { readonly key: string }): Promise<{ readonly success: boolean }>;
}

/** Longer waiting would delay the request more than the limit is worth. */
const limitTimeoutMs = 500;

/** While the platform does not count, the isolate does. */
function limiterOf(binding: RateLimit, log: Log): PlatformLimiter {
  const { attempt } = createFallback(limitTimeoutMs, (isHealthy) =>
    log(isHealthy ? 'info' : 'warn', `the rate limit ${isHealthy ? 'answers again' : 'does not answer'}`),
  );
  return (key) =>
    attempt<boolean | undefined>(
      async () => (await binding.limit({ key })).success,
      async () => undefined,
    );
}

function isRateLimit(binding: unknown): binding is RateLimit {
  return typeof binding === 'object' && binding !== null && 'limit' in binding;
}

export default {
  async fetch(request: Request, bindings: Bindings, context?: WorkerContext): Promise<Response> {
    try {
      gateway ??= await open(bindings);
    } catch (error) {
      const requestId = crypto.randomUUID();
      createLog('error', (line) => console.error(line))('error', 'cannot start', { requestId, error });
      return Response.json(
        { status: statusOf(faultOf(error, requestId)) },
        { status: 500, headers: { 'X-Request-Id': requestId } },
      );
    }
    return gateway.fetch(request, undefined, context);
  },
};
