// A stand-in for the network and for time, used by the tests of this folder only.
import { createUpstream, type Upstream, type UpstreamOptions } from '../src/upstream/client.ts';
import { parseJson, stringifyJson } from '../src/upstream/json.ts';

/** One request that was sent. */
export interface Sent {
  /** Host of the endpoint. */
  readonly to: string;
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly redirect: RequestRedirect | undefined;
  readonly text: string;
  /** The body, if it is JSON. */
  readonly json: unknown;
  readonly signal: AbortSignal;
  /** Time of the scripted clock. */
  readonly at: number;
}

export type Reply = (sent: Sent, clock: Clock) => Response | Promise<Response>;

export interface Clock {
  readonly now: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Lets time pass, waking sleepers one after the other. */
  advance(ms: number): Promise<void>;
  /** Lets time pass until a promise is settled. */
  until<T>(promise: Promise<T>): Promise<T>;
}

export function createClock(): Clock {
  let time = 1_000_000;
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  const earliest = () => [...sleepers].toSorted((a, b) => a.at - b.at)[0];
  const wakeNext = () => {
    const sleeper = earliest();
    if (!sleeper) return false;
    sleepers.delete(sleeper);
    time = Math.max(time, sleeper.at);
    sleeper.wake();
    return true;
  };
  return {
    now: () => time,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleeper = { at: time + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => sleepers.delete(sleeper));
      }),
    async advance(ms) {
      const end = time + ms;
      await settle();
      while ((earliest()?.at ?? Number.POSITIVE_INFINITY) <= end) {
        wakeNext();
        await settle();
      }
      time = end;
    },
    async until(promise) {
      let settled = false;
      const done = () => {
        settled = true;
      };
      promise.then(done, done);
      await settle();
      while (!settled) {
        if (!wakeNext()) throw new Error('Nothing will ever happen: everybody waits and nobody sleeps.');
        await settle();
      }
      return promise;
    },
  };
}

/** Waits until nothing more can happen without time passing. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise<void>((resolve) => setTimeout(resolve, 0));
}

export interface World {
  readonly upstream: Upstream;
  readonly clock: Clock;
  readonly sent: Sent[];
  /** The hosts that were asked, in order. */
  readonly route: () => string[];
}

/**
 * An upstream whose endpoints answer by script: per host a list of replies, used up one by one, or one reply for all requests. A request
 * without a reply fails the test.
 */
export function createWorld(
  hosts: Readonly<Record<string, readonly Reply[] | Reply>>,
  options: Partial<UpstreamOptions> = {},
): World {
  const clock = createClock();
  const sent: Sent[] = [];
  const used = new Map<string, number>();
  const unscripted: string[] = [];
  const fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(String(input));
    const text = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : String(init.body ?? '');
    const request: Sent = {
      to: url.host,
      url,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      redirect: init.redirect,
      text,
      json: tryJson(text),
      signal: init.signal ?? new AbortController().signal,
      at: clock.now(),
    };
    sent.push(request);
    const script = hosts[url.host];
    const index = used.get(url.host) ?? 0;
    used.set(url.host, index + 1);
    const reply = typeof script === 'function' ? script : script?.[index];
    if (!reply) {
      unscripted.push(`request ${index + 1} to ${url.host}`);
      throw new Error(`No script for ${unscripted.join(', ')}`);
    }
    return reply(request, clock);
  };
  const upstream = createUpstream({
    chainId: 'testchain',
    endpoints: Object.keys(hosts).map((host) => ({ url: `https://${host}/secret-key`, name: host })),
    fetch,
    now: clock.now,
    sleep: clock.sleep,
    random: () => 0.5,
    ...options,
  });
  return { upstream, clock, sent, route: () => sent.map(({ to }) => to) };
}

function tryJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** A JSON answer. */
export function json(body: unknown, init: ResponseInit = {}): Reply {
  return () => Response.json(body, init);
}

/** An answer with exactly this body. */
export function text(body: string, init: ResponseInit = {}): Reply {
  return () => new Response(body, init);
}

export function status(code: number, headers: Record<string, string> = {}): Reply {
  return () => new Response(`<html>secret upstream text ${code}</html>`, { status: code, headers });
}

/** The error of `fetch` without a connection. */
export function refused(): Reply {
  return () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED secret.host:443'), { code: 'ECONNREFUSED' });
    throw new TypeError('fetch failed', { cause });
  };
}

/** Never answers, and does not care about signals. */
export function hang(): Reply {
  return () => new Promise(() => {});
}

export function after(ms: number, reply: Reply): Reply {
  return async (sent, clock) => {
    await clock.sleep(ms);
    return reply(sent, clock);
  };
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

type Answering = (call: Call) => unknown;

/** A JSON-RPC node that answers each call with the return value of `result`. An `RpcFault` becomes an error. Takes batches. */
export function node(result: Answering = ({ params }) => params[0] ?? null): Reply {
  return ({ json: body }) => {
    const one = (call: Call) => {
      const value = result(call);
      return value instanceof RpcFault
        ? { jsonrpc: '2.0', id: call.id, error: { code: value.code, message: value.message, data: value.data } }
        : { jsonrpc: '2.0', id: call.id, result: value };
    };
    return new Response(stringifyJson(Array.isArray(body) ? body.map((call) => one(call as Call)) : one(body as Call)));
  };
}

export class RpcFault {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    this.code = code;
    this.message = message;
    this.data = data;
  }
}

/** A node that gives every call this error. */
export function fault(code: number, message: string, data?: unknown): Reply {
  return node(() => new RpcFault(code, message, data));
}
