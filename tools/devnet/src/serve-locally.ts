import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of this process, reached from this machine alone. */
export interface LocalServer {
  readonly url: string;
  /** May be called again. */
  stop(): Promise<void>;
}

/** Lets a server listen on a free port of 127.0.0.1. It does not keep the process alive. */
export async function serveLocally(server: Server): Promise<LocalServer> {
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
