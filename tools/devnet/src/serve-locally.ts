import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of this process. Only this machine can reach it. */
export interface LocalServer {
  readonly url: string;
  /** May be called again. */
  stop(): Promise<void>;
}

/**
 * Lets a server listen on a free port of 127.0.0.1. It does not keep the process alive.
 *
 * It never closes the connection of a slow client. Server and client may run in one process. If that process is busy, time passes and both look
 * slow. A connection that the server closes then breaks the request that the client is just sending.
 */
export async function serveLocally(server: Server): Promise<LocalServer> {
  server.keepAliveTimeout = 0;
  server.headersTimeout = 0;
  server.requestTimeout = 0;
  server.on('connection', (socket) => socket.unref());
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  // The address of an HTTP server on a port is always of this type.
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
