import { createServer, type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { problem, RefusedError } from '@isochain/core';
import { requestIdOf } from './middleware/request-id.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** How long the server goes on listening when it is stopped, so that load balancers notice first. 0 by default. */
  readonly stopDelayMs?: number | undefined;
  /** How long open requests may take to finish after that. */
  readonly drainTimeoutMs: number;
  /** None by default. */
  readonly doorman?: Doorman | undefined;
  /** Told of a malformed request that never reaches the app. The answer holds its id. */
  readonly onInvalid?: ((requestId: string) => void) | undefined;
}

/** Looks at the head of a request first. It returns the answer, or undefined to leave the request to the app. */
export type Doorman = (head: Pick<IncomingMessage, 'method' | 'url' | 'headers'>) => EarlyAnswer | undefined;

export interface EarlyAnswer {
  readonly status: number;
  /** With the length of the body. */
  readonly headers: Readonly<Record<string, string>>;
  /** A text goes out in one write with the headers. */
  readonly body: string;
}

export interface Server {
  readonly port: number;
  /** The URL from this machine. */
  readonly url: string;
  /**
   * Goes on taking requests for the configured time, with `Connection: close` in every answer. Then takes no more, lets open requests finish, and
   * resolves when everything is closed.
   */
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
  { host, port, stopDelayMs = 0, drainTimeoutMs, doorman, onInvalid }: ListenOptions,
): Promise<Server> {
  let isStopping = false;
  /** Tells clients to close the connection, also in answers to requests that came before the stop. */
  class Answer extends ServerResponse {
    override writeHead(status: number, ...rest: unknown[]): this {
      if (isStopping) this.shouldKeepAlive = false;
      return super.writeHead(status, ...(rest as [OutgoingHttpHeaders]));
    }
  }
  const listener = getRequestListener(fetch, {
    overrideGlobalObjects: false,
    // HTTP/1.0 requests (checks of load balancers) may lack a Host header. The host makes no difference.
    hostname: 'localhost',
    errorHandler: () => refuseRequest(onInvalid),
  });
  const given = {
    ServerResponse: Answer,
    headersTimeout,
    requestTimeout,
    keepAliveTimeout,
    maxHeaderSize,
    connectionsCheckingInterval: 5_000,
  };
  const server = createServer(given, (request, response) => {
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
    isStopping = true;
    if (stopDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, stopDelayMs));
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

/** A malformed request (an invalid Host header, say). It never reaches the app. */
function refuseRequest(onInvalid: ListenOptions['onInvalid']): Response {
  const requestId = requestIdOf(undefined);
  onInvalid?.(requestId);
  const { code, message } = problem('request.invalid', { field: 'request', expected: 'is not a valid HTTP request' });
  const body = { status: { errors: [{ message, code }], warnings: [] } };
  return Response.json(body, { status: 400, headers: { 'X-Request-Id': requestId } });
}
