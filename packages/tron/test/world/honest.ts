import type { TronEngine } from '@isochain/devnet';
import type { TronKind } from '../../src/options.ts';
import { startWorld } from './world.ts';

// Endpoints that tell the truth, over which scenes are played. The chain is started once: nobody changes it.

let started: Promise<TronEngine> | undefined;

/** The chain that is asked. */
export function askedWorld(): Promise<TronEngine> {
  started ??= startWorld();
  return started;
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

const answers = new Map<string, Promise<Answered>>();

/** Each question is answered once and for all. What would change the chain is only rehearsed. */
export const honestFetch: typeof fetch = async (input, init) => {
  const { pathname, search } = new URL(String(input));
  const body = init?.body === undefined || init.body === null ? undefined : await new Response(init.body).text();
  const key = `${pathname}${search} ${body}`;
  const answer = answers.get(key) ?? ask(pathname, search, init?.method, body);
  answers.set(key, answer);
  const { status, text } = await answer;
  return new Response(text, { status, headers: { 'content-type': 'application/json' } });
};

async function ask(path: string, search: string, method = 'GET', body: string | undefined): Promise<Answered> {
  const engine = await askedWorld();
  const request = async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${engine.url}${path}${search}`, {
      method,
      ...(body === undefined ? {} : { body, headers }),
    });
    return { status: response.status, text: await response.text() };
  };
  return inTurn(() => (path.startsWith('/wallet/broadcast') ? engine.rehearse(request) : request()));
}

let last: Promise<unknown> = Promise.resolve();

/** One at a time: others would see what is only rehearsed. */
export function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const done = last.then(run, run);
  last = done.catch(() => {});
  return done;
}

export const honestEndpoints: readonly { readonly url: string; readonly name: string; readonly kind: TronKind }[] = [
  { url: 'https://node.test', name: 'node', kind: 'node' },
  { url: 'https://trongrid.test', name: 'trongrid', kind: 'trongrid' },
];
