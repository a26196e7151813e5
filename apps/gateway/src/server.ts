import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { problem, RefusedError } from '@isochain/core';

export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** How long open requests may take to finish when the server is stopped. */
  readonly drainTimeoutMs: number;
  /** Nobody by default. */
  readonly doorman?: Doorman | undefined;
}

/** Looks at the head of a request before anything is made of it. What it answers is the answer; undefined leaves the request to the app. */
export type Doorman = (head: Pick<IncomingMessage, 'method' | 'url' | 'headers'>) => EarlyAnswer | undefined;

export interface EarlyAnswer {
  readonly status: number;
  /** With the length of the body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface Server {
  readonly port: number;
  /** Where to reach it from this machine. */
  readonly url: string;
  /** Takes no more requests, lets open ones finish, and resolves when all is closed. */
  stop(): Promise<void>;
}

/** Longest time for the headers of a request, and for all of it: against clients that send a byte at a time. */
const headersTimeout = 10_000;
const requestTimeout = 60_000;
/** Longer than the usual idle time of load balancers (60 s), so that they close first. */
const keepAliveTimeout = 65_000;
const maxHeaderSize = 16 * 1024;

/**
 * Serves over HTTP on Node.
 *
 * @throws RefusedError `config.invalid` if it cannot listen there.
 */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  { host, port, drainTimeoutMs, doorman }: ListenOptions,
): Promise<Server> {
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false, errorHandler: refuseRequest });
  const limits = {
    headersTimeout,
    requestTimeout,
    keepAliveTimeout,
    maxHeaderSize,
    connectionsCheckingInterval: 5_000,
  };
  const server = createServer(limits, (request, response) => {
    const answer = doorman?.(request);
    if (answer === undefined) void listener(request, response);
    else response.writeHead(answer.status, { ...answer.headers }).end(answer.body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)));
    server.listen(port, host, resolve);
  });
  // A server that listens on TCP has such an address.
  const address = server.address() as AddressInfo;
  return { port: address.port, url: urlOf(address), stop };

  async function stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const impatience = setTimeout(() => server.closeAllConnections(), drainTimeoutMs);
    await closed;
    clearTimeout(impatience);
  }
}

function urlOf({ address, family, port }: AddressInfo): string {
  const everywhere = address === '0.0.0.0' || address === '::';
  const host = everywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): RefusedError {
  const reasons: Record<string, string> = {
    EADDRINUSE: `${port} is in use on ${host}; set PORT to another one, or to 0 for any free one`,
    EACCES: `${port} needs rights that this process does not have; set PORT to one above 1023`,
    EADDRNOTAVAIL: `${host} is not an address of this machine; set HOST to one that is`,
    ENOTFOUND: `${host} cannot be resolved; set HOST to an address of this machine`,
  };
  const setting = error.code === 'EADDRINUSE' || error.code === 'EACCES' ? 'PORT' : 'HOST';
  return new RefusedError([problem('config.invalid', { setting, reason: reasons[error.code ?? ''] ?? error.message })]);
}

/** A request that is not one: a Host header that is no host, say. It never reaches the app. */
function refuseRequest(): Response {
  const { code, message } = problem('request.invalid', { field: 'request', expected: 'is not a valid HTTP request' });
  return Response.json({ status: { errors: [{ message, code }], warnings: [] } }, { status: 400 });
}
