import { createServer, type IncomingMessage } from 'node:http';
import { serveLocally } from '../../serve-locally.ts';
import type { NodeRpc } from '../node-rpc.ts';
import { ChainIndex } from './chain-index.ts';
import { createRoutes, type Reply, type RouteOptions } from './routes.ts';

export interface EsploraServer {
  /** Without a slash at its end. */
  readonly url: string;
  /** May be called again. */
  stop(): Promise<void>;
}

/** Serves Esplora's REST interface over a node on a free port of 127.0.0.1. It does not keep the process alive. */
export async function serveEsplora(rpc: NodeRpc, options: RouteOptions): Promise<EsploraServer> {
  const route = createRoutes(rpc, new ChainIndex(rpc), options);
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const { status, body }: Reply = await route(request.method ?? '', pathname, await readBody(request));
    const isText = typeof body === 'string';
    const text = isText ? body : JSON.stringify(body);
    response
      .writeHead(status, {
        'content-type': isText ? 'text/plain' : 'application/json',
        'content-length': Buffer.byteLength(text),
      })
      .end(text);
  });
  return serveLocally(server);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
