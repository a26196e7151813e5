import type { OpenAPIHono } from '@hono/zod-openapi';
import type { CallOptions, Chain, ChainId, Code } from '@isochain/core';
import type { Trace } from '@isochain/core/upstream';
import type { Context, HonoRequest } from 'hono';
import type { Chains } from './chains.ts';
import type { Settings } from './config/settings.ts';
import type { ApiKey } from './keys/api-keys.ts';
import type { Log } from './log.ts';
import type { Verdict } from './shared/rate-limiter.ts';
import type { Store } from './shared/store.ts';
import type { Metrics } from './telemetry/metrics.ts';

/** Everything that the app takes from outside: its entry point (Node, Workers, a test) hands it in. */
export interface Dependencies {
  readonly settings: Pick<Settings, 'profile' | 'keys' | 'limits' | 'cors' | 'cache' | 'metrics'>;
  readonly chains: Chains;
  readonly log: Log;
  readonly store: Store;
  /** Absent where a process answers so few requests that counting them tells nothing (Workers). */
  readonly metrics?: Metrics | undefined;
  /** Instead of `store`'s counters, where the platform has limits of its own (a binding of Workers). */
  readonly limiter?: PlatformLimiter | undefined;
  /** Whether answers are compressed here; where it is not set the platform does that. */
  readonly compresses?: boolean | undefined;
  /** The script of the reference page, where the platform does not serve it as a static file. */
  readonly docsScript?: (() => Promise<string>) | undefined;
  /** True once the service has begun to shut down. */
  readonly isStopping?: (() => boolean) | undefined;
}

/** A rate limit that the platform keeps: whether one more request of this key is allowed; undefined if it does not say. */
export type PlatformLimiter = (key: string) => Promise<boolean | undefined>;

/** What every request carries along. */
export interface Env {
  Variables: {
    dependencies: Dependencies;
    requestId: string;
    /** How the request used upstreams, one entry an operation. */
    traces: Trace[];
    /** Fields of the request that mean nothing here: the answer warns of them. */
    ignored: string[];
    /** What the answer says, where it is a refusal. */
    refusal?: Code;
    /** The API key, once it has been checked: behind the middleware that does, there is one. */
    key: ApiKey;
    /** What is left to the key, where the gateway counts its requests. */
    verdict?: Verdict;
    /** The chain of the path, where it names one that exists. */
    chainId?: ChainId;
    /** Aborted when the time of the request is over: where a chain is asked. */
    signal?: AbortSignal;
  };
}

/** Behind the `openChain` middleware there is a chain. */
export interface ChainEnv extends Env {
  Variables: Env['Variables'] & {
    chain: Chain;
    signal: AbortSignal;
  };
}

export type Gateway = OpenAPIHono<Env>;

/** A request, as far as helpers of routes look at it. Values are read with `get`: `var` copies all of them each time. */
export interface RequestContext {
  readonly req: HonoRequest;
  get<Name extends keyof Env['Variables']>(name: Name): Env['Variables'][Name];
}

/** What each call into a chain is told: when to end, and that its trace goes into the log line of the request. */
export function callOptions(c: RequestContext, signal = c.get('signal')): CallOptions {
  return { signal, onTrace: (trace) => c.get('traces').push(trace) };
}

/** Keeps a request's work alive when it has been answered, where the platform would end it (Workers); undefined elsewhere. */
export function waitUntilOf(c: Pick<Context, 'executionCtx'>): CallOptions['waitUntil'] {
  try {
    const { executionCtx } = c;
    return (work) => executionCtx.waitUntil(work);
  } catch {
    // Hono throws where there is none.
    return undefined;
  }
}
