import { createServer, type IncomingMessage } from 'node:http';
import { parseJson, stringifyJson } from '../json.ts';
import { type LocalServer, serveLocally } from '../serve-locally.ts';
import type { Chain } from './chain.ts';
import { jsonRpc } from './json-rpc.ts';
import { type Arguments, NodeError, type NodeSettings, nodeApi } from './node-api.ts';

/** A request, as tests see it. */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** Without the query: `/wallet/getaccount`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The JSON of a POST. Undefined if there is none. */
  readonly body: unknown;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** Sees each request, and may answer in place of the engine. `answer` is what the engine says. */
export type Interceptor = (call: Call, answer: () => Promise<Reply>) => Reply | Promise<Reply>;

/** An interface that is reached below a path. Undefined if it has no such path. */
export type Face = (call: Call) => Promise<Reply | undefined> | Reply | undefined;

export interface ServerOptions {
  readonly chain: Chain;
  readonly settings: NodeSettings;
  readonly index: Face;
  /** May change while the server runs. */
  interceptor(): Interceptor | undefined;
  /** Told of each request. */
  onCall(call: Call): void;
}

/** Serves the node's API, its JSON-RPC and TronGrid on a free port of 127.0.0.1. It does not keep the process alive. */
export function serve(options: ServerOptions): Promise<LocalServer> {
  const { chain, index } = options;
  const node = nodeFace(chain, options.settings);
  const server = createServer(async (request, response) => {
    const text = await readBody(request);
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const answer = async (call: Call): Promise<Reply> => {
      await chain.catchUp();
      if (call.path === '/jsonrpc') return { status: 200, body: await jsonRpc(chain, call.body) };
      const reply = call.path.startsWith('/v1/') ? await index(call) : await node(call);
      return reply ?? { status: 404, body: { Error: 'Not Found' } };
    };
    const reply = await (async (): Promise<Reply> => {
      try {
        const call: Call = {
          method: request.method === 'POST' ? 'POST' : 'GET',
          path: url.pathname,
          query: url.searchParams,
          body: text === '' ? undefined : parseJson(text),
        };
        options.onCall(call);
        const interceptor = options.interceptor();
        return await (interceptor ? interceptor(call, () => answer(call)) : answer(call));
      } catch (cause) {
        return {
          status: 500,
          body: { Error: cause instanceof Error ? `${cause.name} : ${cause.message}` : String(cause) },
        };
      }
    })();
    const body = stringifyJson(reply.body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    response.writeHead(reply.status, headers).end(body);
  });
  return serveLocally(server);
}

function nodeFace(chain: Chain, settings: NodeSettings): Face {
  const api = nodeApi(chain, settings);
  return async ({ method, path, query, body }) => {
    const [, base, name, ...more] = path.split('/');
    if ((base !== 'wallet' && base !== 'walletsolidity') || name === undefined || more.length > 0) return undefined;
    const args: Arguments = method === 'GET' ? Object.fromEntries(query) : ((body ?? {}) as Arguments);
    try {
      const answer = await api(name, args, base === 'walletsolidity');
      if (answer === undefined) return undefined;
      const asText = method === 'GET' && query.get('int64_as_string') === 'true';
      return { status: 200, body: asText ? withTexts(answer) : answer };
    } catch (cause) {
      if (!(cause instanceof NodeError)) throw cause;
      return { status: 200, body: { Error: cause.message } };
    }
  };
}

/** Fields that are int32 in the protocol. `int64_as_string` leaves them numbers. */
const smallIntegers = new Set(['id', 'precision', 'version', 'num', 'trx_num', 'Permission_id']);

function withTexts(value: unknown, name = ''): unknown {
  if (typeof value === 'bigint' || typeof value === 'number') return smallIntegers.has(name) ? value : String(value);
  if (Array.isArray(value)) return value.map((one) => withTexts(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withTexts(one, key)]));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
