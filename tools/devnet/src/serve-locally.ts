import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of this process, reached from this machine alone. */
export interface LocalServer {
  readonly url: string;
  /** May be called again. */
  stop(): Promise<void>;
}

/**
 * Lets a server listen on a free port of 127.0.0.1. It does not keep the process alive.
 *
 * It never gives up on a client. Both may run in one process: while that is busy nobody is slow, but time goes by, and a connection that the
 * server then closes breaks the request that the client is just sending.
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
