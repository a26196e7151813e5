import type { OpenAPIHono } from '@hono/zod-openapi';
import type { CallOptions, Chain, ChainId, Code, IgnoredField, Mode } from '@isochain/core';
import type { Trace } from '@isochain/core/upstream';
import type { Context, HonoRequest } from 'hono';
import type { Chains } from './chains.ts';
import type { Settings } from './config/settings.ts';
import type { ApiKey } from './keys/api-keys.ts';
import type { Log } from './log.ts';
import type { Verdict } from './shared/rate-limiter.ts';
import type { Store } from './shared/store.ts';
import type { Metrics } from './telemetry/metrics.ts';

/** Everything that an entry point (Node, Workers, a test) hands to the app. */
export interface Dependencies {
  readonly settings: Pick<Settings, 'profile' | 'keys' | 'limits' | 'cors' | 'cache' | 'metrics' | 'chainLists'>;
  readonly chains: Chains;
  readonly log: Log;
  readonly store: Store;
  /** Absent on Workers: an isolate answers too few requests for its counts to mean anything. */
  readonly metrics?: Metrics | undefined;
  /** A rate limit of the platform (a binding of Workers). It replaces the counters of `store`. */
  readonly limiter?: PlatformLimiter | undefined;
  /** Whether the app compresses answers. If not set, the platform does. */
  readonly compresses?: boolean | undefined;
  /** The script of the reference page. Absent if the platform serves it as a static file. */
  readonly docsScript?: (() => Promise<string>) | undefined;
  /** The key of profile development, in the clear: the reference page fills it in for a browser on this machine. */
  readonly developmentKey?: string | undefined;
  /** True once the service has begun to shut down. */
  readonly isStopping?: (() => boolean) | undefined;
}

/** A rate limit of the platform: whether one more request of this key is allowed; undefined if it does not say. */
export type PlatformLimiter = (key: string) => Promise<boolean | undefined>;

/** The errors of an answer, for the log and the metrics. */
interface Told {
  /** The mode of the intent, if the body has one that exists. */
  mode?: Mode;
  problems: { readonly chain: ChainId | undefined; readonly code: Code }[];
}

/** The variables of every request. */
export interface Env {
  Variables: {
    dependencies: Dependencies;
    requestId: string;
    /** How the request used upstreams, one entry an operation. */
    traces: Trace[];
    /** Fields of the request that mean nothing here: the answer warns of them. */
    ignored: IgnoredField[];
    /** The errors of the answer, whatever its status. */
    told: Told;
    /** The code of the answer, if it is a refusal. */
    refusal?: Code;
    /** The API key. Always set after the middleware that checks it. */
    key: ApiKey;
    /** What is left to the key, if the gateway counts its requests. */
    verdict?: Verdict;
    /** The chain of the path, if it exists. */
    chainId?: ChainId;
    /** Aborted when the time of the request is over. Set if the request asks a chain. */
    signal?: AbortSignal;
  };
}

/** After the `openChain` middleware there is a chain. */
export interface ChainEnv extends Env {
  Variables: Env['Variables'] & {
    chain: Chain;
    signal: AbortSignal;
  };
}

export type Gateway = OpenAPIHono<Env>;

/** The part of a request that helpers of routes need. Read values with `get`: `var` copies all of them each time. */
export interface RequestContext {
  readonly req: HonoRequest;
  get<Name extends keyof Env['Variables']>(name: Name): Env['Variables'][Name];
}

/** Options of each call into a chain: when to end, and that its trace goes into the log line of the request. */
export function callOptions(c: RequestContext, signal = c.get('signal')): CallOptions {
  return { signal, onTrace: (trace) => c.get('traces').push(trace) };
}

/** Keeps work running after the answer, on platforms that would end it (Workers). Undefined elsewhere. */
export function waitUntilOf(c: Pick<Context, 'executionCtx'>): CallOptions['waitUntil'] {
  try {
    const { executionCtx } = c;
    return (work) => executionCtx.waitUntil(work);
  } catch {
    // Hono throws if there is no execution context.
    return undefined;
  }
}
