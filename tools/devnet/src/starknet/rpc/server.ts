import { createServer, type IncomingMessage } from 'node:http';
import { stringifyJson } from '../../json.ts';
import { type LocalServer, serveLocally } from '../../serve-locally.ts';
import type { RpcAnswer, RpcCall, RpcInterceptor } from '../engine.ts';
import type { Chain } from '../node/chain.ts';
import { InvalidParams, Refusal } from '../node/refusal.ts';
import { NoSuchMethod, runMethod } from './methods.ts';

/** An interface below a path, for GET. Undefined if it has no such path. */
export type Face = (path: string, query: URLSearchParams) => { status: number; body: unknown } | undefined;

export interface ServerOptions {
  readonly chain: Chain;
  readonly index: Face;
  /** Told of each call. */
  onCall(call: RpcCall): void;
  /** May change while the server runs. */
  interceptor(): RpcInterceptor | undefined;
}

/** The most calls of one batch that providers take. */
const mostCalls = 100;

/** Serves JSON-RPC and the index on a free port of 127.0.0.1. It does not keep the process alive. */
export function serve(options: ServerOptions): Promise<LocalServer> {
  const server = createServer(async (request, response) => {
    const reply = (status: number, body: unknown) => {
      const text = stringifyJson(body);
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
      response.writeHead(status, headers).end(text);
    };
    const text = await readBody(request);
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (request.method === 'GET') {
      const found = options.index(url.pathname, url.searchParams);
      return reply(found?.status ?? 404, found?.body ?? { error: 'Not Found' });
    }
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return reply(200, { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } });
    }
    reply(200, await answerAll(options, body));
  });
  return serveLocally(server);
}

async function answerAll(options: ServerOptions, body: unknown): Promise<unknown> {
  if (!Array.isArray(body)) return answer(options, body);
  if (body.length === 0 || body.length > mostCalls) {
    return { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } };
  }
  const answers: unknown[] = [];
  // One after the other: a batch may send several transactions of an account.
  for (const one of body) answers.push(await answer(options, one));
  return answers;
}

async function answer(options: ServerOptions, request: unknown): Promise<unknown> {
  const { id = null, method, params = [] } = (request ?? {}) as { id?: unknown; method?: unknown; params?: unknown };
  const call: RpcCall = { method: String(method), params };
  options.onCall(call);
  const run = async () => answerOf(options.chain, call);
  const interceptor = options.interceptor();
  const found = await (interceptor === undefined ? run() : interceptor(call, run));
  return { jsonrpc: '2.0', id, ...found };
}

/** What the engine itself says to a call. */
function answerOf(chain: Chain, { method, params }: RpcCall): RpcAnswer {
  try {
    return { result: runMethod(chain, method, params) };
  } catch (cause) {
    if (cause instanceof Refusal) {
      const { code, message, data } = cause;
      return { error: { code, message, ...(data === undefined ? {} : { data }) } };
    }
    if (cause instanceof InvalidParams || cause instanceof NoSuchMethod) {
      return { error: { code: cause.code, message: cause.message } };
    }
    const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    return { error: { code: -32603, message: 'Internal error', data: text } };
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
