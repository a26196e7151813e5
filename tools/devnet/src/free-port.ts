import { createServer } from 'node:net';

/** Ports of 127.0.0.1 that are free now, all different. Another program may take one a moment later. */
export async function findFreePorts(count: number): Promise<number[]> {
  // All are held until the last one is found: else the same port could be found twice.
  const servers = await Promise.all(Array.from({ length: count }, hold));
  const ports = servers.map((server) => {
    const address = server.address();
    // A server on a TCP port has no other kind of address.
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

async function hold() {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}
