import { openKinds } from '@isochain/core';
import { createUpstream, type Endpoint, type Operation, stringifyJson } from '@isochain/core/upstream';
import { chains } from '../src/chains.ts';
import { contextOf, type SolanaContext } from '../src/context.ts';
import { solanaFamily } from '../src/family.ts';

/** One call of JSON-RPC, as it was sent. */
export interface SentCall {
  readonly method: string;
  // What each method takes; tests know.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly params: any[];
}

/** An error that a node answers instead of a result. */
export class Fault {
  readonly code: number;
  readonly message: string;

  constructor(code: number, message: string) {
    this.code = code;
    this.message = message;
  }
}

/** What a node answers, by method. A method without a script fails the call, which fails the test. */
export type Script = Readonly<Record<string, (params: SentCall['params']) => unknown>>;

export interface ScriptedNode {
  readonly context: SolanaContext;
  readonly operation: Operation;
  /** The HTTP requests, each with its calls; getGenesisHash, which is in all of them, is left out. */
  readonly requests: readonly (readonly SentCall[])[];
  /** All calls of a method, in order. */
  calls(method: string): SentCall[];
}

/**
 * An upstream that answers by script, and counts.
 *
 * @param endpoint.maxBatch - 100 by default: everything that is asked together is one request.
 */
export function scriptedNode(script: Script, endpoint: Partial<Endpoint> = {}): ScriptedNode {
  return scriptedNodes([script], endpoint);
}

/**
 * Answers requests by script: the first number in the host's name says by which.
 *
 * @param onRequest - Is told of the calls of each request; getGenesisHash, which is in all of them, is left out.
 */
export function scriptedFetch(
  scripts: readonly Script[],
  onRequest: (calls: SentCall[]) => void = () => {},
): typeof globalThis.fetch {
  return async (url, init) => {
    const script = scripts[Number(new URL(String(url)).hostname.replace(/\D/g, ''))];
    const body = JSON.parse(String(init?.body)) as (SentCall & { id: number }) | (SentCall & { id: number })[];
    const calls = Array.isArray(body) ? body : [body];
    onRequest(calls.filter(({ method }) => method !== 'getGenesisHash'));
    const answers = calls.map(({ id, method, params }) => {
      const answer = method === 'getGenesisHash' ? () => chains.solana.genesisHash : script?.[method];
      const result = answer?.(params) ?? (answer === undefined ? new Fault(-32601, `no script for ${method}`) : null);
      return result instanceof Fault
        ? { jsonrpc: '2.0', id, error: { code: result.code, message: result.message } }
        : { jsonrpc: '2.0', id, result };
    });
    return new Response(stringifyJson(Array.isArray(body) ? answers : answers[0]));
  };
}

/** Several endpoints, asked in this order. */
export function scriptedNodes(scripts: readonly Script[], endpoint: Partial<Endpoint> = {}): ScriptedNode {
  const requests: SentCall[][] = [];
  const fetch = scriptedFetch(scripts, (calls) => requests.push(calls));
  const context = contextOf('solana', { oldestBlockMs: 0 });
  const upstream = createUpstream({
    chainId: 'solana',
    kinds: openKinds(solanaFamily.upstreams, context),
    endpoints: scripts.map((_, i) => ({ maxBatch: 100, ...endpoint, url: `https://node${i}.example` })),
    fetch,
    // No waiting between attempts.
    random: () => 0,
  });
  return {
    context,
    operation: upstream.operation(),
    requests,
    calls: (method) => requests.flat().filter((call) => call.method === method),
  };
}

/** As most answers come. */
export function atSlot(value: unknown): unknown {
  return { context: { apiVersion: '4.0.1', slot: 437_000_000 }, value };
}

/** An account as a node gives it. */
export function account(owner: string, data: Uint8Array | string, lamports: number | bigint = 2_039_280): unknown {
  const text = typeof data === 'string' ? data : Buffer.from(data).toString('base64');
  return {
    data: [text, 'base64'],
    executable: false,
    lamports,
    owner,
    rentEpoch: 2n ** 64n - 1n,
    space: Buffer.from(text, 'base64').length,
  };
}

/** Answers getMultipleAccounts from a table: what is not in it does not exist. */
export function accountsOf(table: Readonly<Record<string, unknown>>): Script['getMultipleAccounts'] {
  return ([keys]) => atSlot((keys as string[]).map((key) => table[key] ?? null));
}
