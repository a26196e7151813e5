import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { stringifyJson } from '../json.ts';
import { type LocalServer, serveLocally } from '../serve-locally.ts';
import type { RestCall, RestInterceptor, RestReply } from './engine.ts';
import { RestError } from './rest-error.ts';

interface ServerOptions {
  readonly server: RestCall['server'];
  /** Called before each answer. */
  catchUp(): Promise<void>;
  answer(call: RestCall): Promise<RestReply>;
  /** May change while the server runs. */
  interceptor(): RestInterceptor | undefined;
  /** Told of each request. */
  onCall(call: RestCall): void;
}

/** Serves one of the two interfaces on a free port of 127.0.0.1. It does not keep the process alive. */
export function serve(options: ServerOptions): Promise<LocalServer> {
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const reply = await answerOf(async () => {
      await options.catchUp();
      const call = readCall(options.server, request, body);
      options.onCall(call);
      const usual = () => answerOf(() => options.answer(call));
      return (await options.interceptor()?.(call, usual)) ?? (await usual());
    });
    write(response, reply);
  });
  return serveLocally(server);
}

async function answerOf(act: () => Promise<RestReply>): Promise<RestReply> {
  try {
    return await act();
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    return (error instanceof RestError ? error : new RestError(500, `${error.name}: ${error.message}`)).toReply();
  }
}

function readCall(server: RestCall['server'], request: IncomingMessage, body: Uint8Array): RestCall {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
  return {
    server,
    method: request.method === 'POST' ? 'POST' : 'GET',
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    headers,
    body,
  };
}

function write(response: ServerResponse, reply: RestReply): void {
  const isRaw = typeof reply.body === 'string' || reply.body instanceof Uint8Array;
  const body = isRaw ? Buffer.from(reply.body as string | Uint8Array) : Buffer.from(stringifyJson(reply.body));
  const headers = Object.entries({
    'content-type': 'application/json',
    'content-length': String(body.length),
    ...reply.headers,
  });
  for (const [name, value] of headers) if (value !== undefined) response.setHeader(name, value);
  response.writeHead(reply.status).end(body);
}

async function readBody(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}
