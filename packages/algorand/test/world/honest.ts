import type { AlgorandEngine } from '@isochain/devnet';
import { startWorld } from './world.ts';

// Endpoints that tell the truth, over which scenes are played. The chain is started once: nobody changes it.

let started: Promise<AlgorandEngine> | undefined;

/** The chain that is asked. */
export function askedWorld(): Promise<AlgorandEngine> {
  started ??= startWorld();
  return started;
}

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

const answers = new Map<string, Promise<Answered>>();

async function ask(url: URL, init: RequestInit | undefined, body: Uint8Array | undefined): Promise<Answered> {
  const engine = await askedWorld();
  const base = url.hostname === 'indexer.test' ? engine.indexerUrl : engine.algodUrl;
  const request = async () => {
    const response = await fetch(`${base}${url.pathname}${url.search}`, {
      ...{ method: init?.method ?? 'GET', headers: init?.headers ?? {} },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  return inTurn(() => (init?.method === 'POST' ? engine.rehearse(request) : request()));
}

/** Each question is answered once and for all. What would change the chain is only rehearsed. */
export const honestFetch: typeof fetch = async (input, init) => {
  const url = new URL(String(input));
  const body =
    init?.body === undefined || init.body === null
      ? undefined
      : new Uint8Array(await new Response(init.body).arrayBuffer());
  const key = `${init?.method} ${url.hostname}${url.pathname}${url.search} ${Buffer.from(body ?? []).toString('hex')}`;
  const answer = answers.get(key) ?? ask(url, init, body);
  answers.set(key, answer);
  const { status, text, headers } = await answer;
  const plain = new Headers(headers);
  for (const name of ['content-length', 'date', 'connection', 'keep-alive']) plain.delete(name);
  return new Response(text, { status, headers: plain });
};

let last: Promise<unknown> = Promise.resolve();

/** One at a time: others would see what is only rehearsed. */
export function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const done = last.then(run, run);
  last = done.catch(() => {});
  return done;
}

export const honestEndpoints = [
  { url: 'https://algod.test', name: 'algod', kind: 'algod' },
  { url: 'https://indexer.test', name: 'indexer', kind: 'indexer' },
] as const;
