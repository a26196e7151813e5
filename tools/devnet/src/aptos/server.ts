import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parseJson, stringifyJson } from '../json.ts';
import { type LocalServer, serveLocally } from '../serve-locally.ts';
import type { Chain } from './chain/chain.ts';
import type { RestCall, RestInterceptor, RestReply } from './engine.ts';
import { NodeError } from './node-error.ts';
import { answerRest, type NodePlace } from './rest/routes.ts';

export interface ServerOptions extends NodePlace {
  /** The GraphQL interface. */
  answerGraphql(call: RestCall): RestReply | Promise<RestReply>;
  /** May change while the server runs. */
  interceptor(): RestInterceptor | undefined;
  /** Told of each request. */
  onCall(call: RestCall): void;
}

/** Serves the node's REST interface at `/v1` and the indexer at `/v1/graphql` on a free port of 127.0.0.1. It does not keep the process alive. */
export function serve(options: ServerOptions): Promise<LocalServer> {
  const { chain } = options;
  const answer = async (call: RestCall): Promise<RestReply> => {
    if (call.path === '/v1/graphql') return options.answerGraphql(call);
    const reply = /^\/v1(\/|$)/.test(call.path) ? await answerRest(options, call) : undefined;
    return reply ?? errorReply(new NodeError(404, 'web_framework_error', 'not found'));
  };
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const reply = await (async (): Promise<RestReply> => {
      try {
        await chain.catchUp();
        const call = readCall(request, body);
        options.onCall(call);
        const interceptor = options.interceptor();
        const usual = () => answerOf(() => answer(call));
        return (await interceptor?.(call, usual)) ?? (await usual());
      } catch (cause) {
        return errorReply(cause);
      }
    })();
    write(response, reply, chain);
  });
  return serveLocally(server);
}

async function answerOf(act: () => Promise<RestReply>): Promise<RestReply> {
  try {
    return await act();
  } catch (cause) {
    return errorReply(cause);
  }
}

function errorReply(cause: unknown): RestReply {
  if (cause instanceof NodeError) {
    const { status, message, errorCode, vmErrorCode, more } = cause;
    return { status, body: { message, error_code: errorCode, vm_error_code: vmErrorCode, ...more } };
  }
  const message = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return { status: 500, body: { message, error_code: 'internal_error', vm_error_code: null } };
}

/** @throws NodeError 400 for JSON that is none. */
function readCall(request: IncomingMessage, body: Buffer): RestCall {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const contentType = request.headers['content-type'] ?? '';
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
  return {
    method: request.method === 'POST' ? 'POST' : 'GET',
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    headers,
    body: body.length === 0 ? undefined : contentType.includes('bcs') ? new Uint8Array(body) : readJson(body),
  };
}

function readJson(body: Buffer): unknown {
  try {
    return parseJson(body.toString('utf8'));
  } catch {
    throw new NodeError(400, 'web_framework_error', 'parse request payload error: invalid JSON');
  }
}

function write(response: ServerResponse, reply: RestReply, chain: Chain): void {
  const body = typeof reply.body === 'string' ? reply.body : stringifyJson(reply.body);
  const headers = Object.entries({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-aptos-chain-id': String(chain.chainId),
    'x-aptos-ledger-version': String(chain.version),
    'x-aptos-ledger-oldest-version': String(chain.oldestVersion),
    'x-aptos-oldest-ledger-version': String(chain.oldestVersion),
    'x-aptos-ledger-timestampusec': String(chain.time),
    'x-aptos-epoch': String(chain.head.epoch),
    'x-aptos-block-height': String(chain.head.height),
    'x-aptos-oldest-block-height': String(chain.oldestBlock.height),
    ...reply.headers,
  });
  for (const [name, value] of headers) if (value !== undefined) response.setHeader(name, value);
  response.writeHead(reply.status).end(body);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
