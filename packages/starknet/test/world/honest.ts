import { takeTurns } from '@isochain/conformance';
import type { Endpoint } from '@isochain/core/upstream';
import { type StarknetStandIn, startStarknet } from '@isochain/devnet/starknet';
import { now } from './cast.ts';
import { startWorld, type World } from './world.ts';

// Endpoints that tell the truth, over which scenes are played. Each chain is started once: nobody changes it.

let started: Promise<World> | undefined;

/** The chain that is asked. */
export function askedWorld(): Promise<World> {
  started ??= startWorld();
  return started;
}

let testnet: Promise<StarknetStandIn> | undefined;

/** Sepolia, as the stand-in starts. */
export function askedSepolia(): Promise<StarknetStandIn> {
  testnet ??= startStarknet({ chainId: 'starknet-sepolia', startTime: new Date(now) });
  return testnet;
}

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: unknown;
}

/** One at a time: others would see what is only rehearsed. */
export const inTurn = takeTurns();

/** Each question is answered once and for all. What would change the chain is only rehearsed. */
function honestly(engineOf: () => Promise<StarknetStandIn>): typeof fetch {
  const answers = new Map<string, Promise<object>>();
  const ask = async (method: string, params: unknown): Promise<object> => {
    const engine = await engineOf();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const request = async () => {
      const answer: unknown = await (await fetch(engine.url, { method: 'POST', body })).json();
      const { result, error } = answer as { readonly result?: unknown; readonly error?: unknown };
      return error === undefined ? { result } : { error };
    };
    return inTurn(() => (method.startsWith('starknet_add') ? engine.rehearse(request) : request()));
  };
  const one = async ({ id, method, params }: Call) => {
    const key = JSON.stringify([method, params]);
    const answer = answers.get(key) ?? ask(method, params);
    answers.set(key, answer);
    return { jsonrpc: '2.0', id, ...(await answer) };
  };
  return async (_, init) => {
    const text = init?.body === undefined || init.body === null ? '' : await new Response(init.body).text();
    const body = JSON.parse(text) as Call | readonly Call[];
    return Response.json(Array.isArray(body) ? await Promise.all(body.map(one)) : await one(body as Call));
  };
}

export const honestFetch: typeof fetch = honestly(async () => (await askedWorld()).engine);
export const honestSepolia: typeof fetch = honestly(askedSepolia);

/** All calls in one batch. */
export const honestEndpoints: readonly (Endpoint & { readonly name: string; readonly kind: 'node' })[] = [
  { url: 'https://node.test', name: 'node', kind: 'node', maxBatch: 100 },
];
