import { type StellarEngine, startStellar } from '@isochain/devnet';
import { now } from './cast.ts';
import { startWorld } from './world.ts';

// Endpoints that tell the truth, over which scenes are played. Each chain is started once: nobody changes it.

let started: Promise<StellarEngine> | undefined;

/** The chain that is asked. */
export function askedWorld(): Promise<StellarEngine> {
  started ??= startWorld();
  return started;
}

let testnet: Promise<StellarEngine> | undefined;

/** The test network, as the stand-in starts. */
export function askedTestnet(): Promise<StellarEngine> {
  testnet ??= startStellar({ chainId: 'stellar-testnet', startTime: new Date(now) });
  return testnet;
}

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** Each question is answered once and for all. What would change the chain is only rehearsed. */
function honestly(engineOf: () => Promise<StellarEngine>): typeof fetch {
  const answers = new Map<string, Promise<Answered>>();
  const ask = async (url: URL, init: RequestInit | undefined, body: string | undefined): Promise<Answered> => {
    const engine = await engineOf();
    const request = async () => {
      const response = await fetch(`${engine.url}${url.pathname}${url.search}`, {
        ...{ method: init?.method ?? 'GET', headers: init?.headers ?? {} },
        ...(body === undefined ? {} : { body }),
      });
      return { status: response.status, text: await response.text(), headers: response.headers };
    };
    return inTurn(() => (init?.method === 'POST' ? engine.rehearse(request) : request()));
  };
  return async (input, init) => {
    const url = new URL(String(input));
    const body = init?.body === undefined || init.body === null ? undefined : await new Response(init.body).text();
    const key = `${init?.method} ${url.hostname}${url.pathname}${url.search} ${body}`;
    const answer = answers.get(key) ?? ask(url, init, body);
    answers.set(key, answer);
    const { status, text, headers } = await answer;
    const plain = new Headers(headers);
    for (const name of ['content-length', 'date', 'connection', 'keep-alive']) plain.delete(name);
    return new Response(text, { status, headers: plain });
  };
}

let last: Promise<unknown> = Promise.resolve();

/** One at a time: others would see what is only rehearsed. */
export function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const done = last.then(run, run);
  last = done.catch(() => {});
  return done;
}

export const honestFetch: typeof fetch = honestly(askedWorld);
export const honestTestnet: typeof fetch = honestly(askedTestnet);

export const honestEndpoints = [{ url: 'https://horizon.test', name: 'horizon', kind: 'horizon' }] as const;
