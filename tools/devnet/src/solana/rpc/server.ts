import { createServer, type IncomingMessage } from 'node:http';
import { parseJson, stringifyJson } from '../../json.ts';
import { serveLocally } from '../../serve-locally.ts';
import { RpcFault } from './fault.ts';

export type Handle = (method: string, params: readonly unknown[]) => unknown;

export interface RpcServer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Serves JSON-RPC 2.0 on a free port of 127.0.0.1: single calls and batches. It does not keep the process alive.
 *
 * @param maxBodyBytes Longer requests get HTTP 413, as from a node.
 */
export async function serveJsonRpc(handle: Handle, options: { maxBodyBytes: number }): Promise<RpcServer> {
  const server = createServer(async (request, response) => {
    const reply = (status: number, text: string, type = 'application/json; charset=utf-8'): void => {
      response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text);
    };
    if (request.method !== 'POST')
      return reply(405, 'Used HTTP Method is not allowed. POST or OPTIONS is required\n', 'text/plain');
    const body = await readBody(request, options.maxBodyBytes).catch(() => undefined);
    if (body === undefined) return reply(413, `Request body exceeds ${options.maxBodyBytes} bytes\n`, 'text/plain');
    reply(200, answerBody(handle, body));
  });
  return serveLocally(server);
}

async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The request is read to the end. Otherwise the client would see a broken connection instead of the answer.
    if (size <= limit) chunks.push(chunk);
  }
  if (size > limit) throw new RangeError('too long');
  return Buffer.concat(chunks).toString('utf8');
}

function answerBody(handle: Handle, body: string): string {
  let json: unknown;
  try {
    json = parseJson(body);
  } catch {
    return stringifyJson(failure(null, new RpcFault(-32700, 'Parse error')));
  }
  if (!Array.isArray(json)) return write(answer(handle, json));
  if (json.length === 0) return write(failure(null, new RpcFault(-32600, 'Invalid request')));
  const answers = json.map((call) => answer(handle, call)).filter((one) => one !== undefined);
  return answers.length === 0 ? '' : write(answers);
}

function write(value: unknown): string {
  return value === undefined ? '' : stringifyJson(value);
}

/** Undefined for a call without an id. Such a call gets no answer. */
function answer(handle: Handle, call: unknown): unknown {
  const { jsonrpc, id, method, params = [] } = (call ?? {}) as Record<string, unknown>;
  if (jsonrpc !== '2.0' || typeof method !== 'string')
    return failure(id ?? null, new RpcFault(-32600, 'Invalid request'));
  let outcome: unknown;
  try {
    if (!Array.isArray(params)) throw new RpcFault(-32602, 'Invalid params: expected an array');
    outcome = { jsonrpc: '2.0', result: handle(method, params), id };
  } catch (error) {
    outcome = failure(id, error instanceof RpcFault ? error : new RpcFault(-32603, `Internal error: ${String(error)}`));
  }
  return id === undefined ? undefined : outcome;
}

function failure(id: unknown, { code, message, data }: RpcFault): unknown {
  return { jsonrpc: '2.0', error: { code, message, ...(data === undefined ? {} : { data }) }, id };
}
