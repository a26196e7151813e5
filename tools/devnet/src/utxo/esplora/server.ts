import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  server.on('connection', (socket) => socket.unref());
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  // An HTTP server that listens on a port has no other kind of address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        // The callback gets an error if it was closed before: stopping twice is fine.
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
