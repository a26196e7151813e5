import { type AptosEngine, startAptos } from '@isochain/devnet';
import type { AptosKind } from '../../src/options.ts';
import { now } from './cast.ts';
import { startWorld } from './world.ts';

// Endpoints that tell the truth, over which scenes are played. Each chain is started once: nobody changes it.

let started: Promise<AptosEngine> | undefined;

/** The chain that is asked. */
export function askedWorld(): Promise<AptosEngine> {
  started ??= startWorld();
  return started;
}

let testnet: Promise<AptosEngine> | undefined;

/** The test network, as the stand-in starts. */
export function askedTestnet(): Promise<AptosEngine> {
  testnet ??= startAptos({ chainId: 'aptos-testnet', startTime: new Date(now) });
  return testnet;
}

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** Each question is answered once and for all. What would change the chain is only rehearsed. */
function honestly(engineOf: () => Promise<AptosEngine>): typeof fetch {
  const answers = new Map<string, Promise<Answered>>();
  const ask = async (url: URL, init: RequestInit | undefined, body: BodyInit | undefined): Promise<Answered> => {
    const engine = await engineOf();
    const request = async () => {
      const base = url.hostname.startsWith('indexer') ? engine.indexerUrl : `${engine.url}${url.pathname}`;
      const response = await fetch(`${base}${url.search}`, {
        ...{ method: init?.method ?? 'GET', headers: init?.headers ?? {} },
        ...(body === undefined ? {} : { body }),
      });
      return { status: response.status, text: await response.text(), headers: response.headers };
    };
    const isSending = init?.method === 'POST' && url.pathname.endsWith('/transactions');
    return inTurn(() => (isSending ? engine.rehearse(request) : request()));
  };
  return async (input, init) => {
    const url = new URL(String(input));
    const body = init?.body ?? undefined;
    const bytes = body === undefined ? '' : Buffer.from(await new Response(body).arrayBuffer()).toString('base64');
    const key = `${init?.method} ${url.hostname}${url.pathname}${url.search} ${bytes}`;
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

export const honestEndpoints: readonly { readonly url: string; readonly name: string; readonly kind: AptosKind }[] = [
  { url: 'https://node.test', name: 'node', kind: 'node' },
  { url: 'https://indexer.test', name: 'indexer', kind: 'indexer' },
];
