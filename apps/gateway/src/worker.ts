import { RefusedError } from '@isochain/core';
import { configProblem } from './config/explain.ts';
import { loadSettings } from './config/load.ts';
import type { Gateway } from './context.ts';
import { createGateway } from './gateway.ts';
import { createLog } from './log.ts';
import { faultOf, statusOf } from './render-error.ts';
import { type KvNamespace, kvStore } from './shared/kv-store.ts';

/** Variables and secrets of the script: the same names as in the environment of a process. */
type Bindings = Readonly<Record<string, unknown>>;

// One app for all requests of an isolate. A value, not a promise: a request must not wait for what another one has begun.
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
    ...(isRateLimit(binding) ? { limiter: async (key) => (await binding.limit({ key })).success } : {}),
    ...(typeof kv === 'object' && kv !== null
      ? {
          store: kvStore(kv as KvNamespace, (isHealthy) =>
            log(isHealthy ? 'info' : 'warn', `the cache ${isHealthy ? 'answers again' : 'does not answer'}`),
          ),
        }
      : {}),
  });
}

/** A rate-limit binding: requests are counted by the platform, in each of its places. */
interface RateLimit {
  limit(options: { readonly key: string }): Promise<{ readonly success: boolean }>;
}

function isRateLimit(binding: unknown): binding is RateLimit {
  return typeof binding === 'object' && binding !== null && 'limit' in binding;
}

export default {
  async fetch(request: Request, bindings: Bindings): Promise<Response> {
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
    return gateway.fetch(request);
  },
};
