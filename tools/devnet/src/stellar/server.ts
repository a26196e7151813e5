import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { stringifyJson } from '../json.ts';
import { type LocalServer, serveLocally } from '../serve-locally.ts';
import type { RestCall, RestInterceptor, RestReply } from './engine.ts';
import { Problem, serverError } from './horizon/problem.ts';
import { answerHorizon, type HorizonPlace } from './horizon/routes.ts';

export interface ServerOptions extends HorizonPlace {
  /** May change while the server runs. */
  interceptor(): RestInterceptor | undefined;
  /** Told of each request. */
  onCall(call: RestCall): void;
}

/** Serves Horizon on a free port of 127.0.0.1. It does not keep the process alive. */
export function serve(options: ServerOptions): Promise<LocalServer> {
  const { core } = options;
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const reply = await answerOf(async () => {
      await core.catchUp();
      const call = readCall(request, body);
      options.onCall(call);
      const usual = () => answerOf(() => answerHorizon(options, call));
      return (await options.interceptor()?.(call, usual)) ?? (await usual());
    });
    write(response, reply, core.historyHead.sequence);
  });
  return serveLocally(server);
}

async function answerOf(act: () => Promise<RestReply>): Promise<RestReply> {
  try {
    return await act();
  } catch (cause) {
    return (cause instanceof Problem ? cause : serverError(cause)).toReply();
  }
}

function readCall(request: IncomingMessage, body: string): RestCall {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
  return {
    method: request.method === 'POST' ? 'POST' : 'GET',
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    headers,
    body,
  };
}

function write(response: ServerResponse, reply: RestReply, lastLedger: number): void {
  const body = typeof reply.body === 'string' ? reply.body : stringifyJson(reply.body);
  const headers = Object.entries({
    'content-type': 'application/hal+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'latest-ledger': String(lastLedger),
    ...reply.headers,
  });
  for (const [name, value] of headers) if (value !== undefined) response.setHeader(name, value);
  response.writeHead(reply.status).end(body);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
