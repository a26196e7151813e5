import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { eventually } from '@isochain/devnet/eventually';
import { spawnTied } from '@isochain/leash';

const binary = 'redis-server';

/** Whether tests can start a Redis. Prints a line if they cannot. */
export function redisIsInstalled(): boolean {
  try {
    execFileSync(binary, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn(
      'redis-server is not installed (Debian has it as package redis-server): tests of the shared store are skipped.',
    );
    return false;
  }
}

/** A Redis of its own for a test: nothing of it is written to disk. */
export interface Redis {
  readonly url: string;
  /** At once, as when a machine goes away. May be called again. */
  stop(): Promise<void>;
  /** At the same port, empty. */
  restart(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('It listens on a port.');
  return address.port;
}

/** Ports are free when they are looked for and may be taken a moment later. */
const attempts = 3;

async function onFreePort(start: (port: number) => Promise<void>): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      await start(port);
      return port;
    } catch (cause) {
      if (attempt === attempts) throw cause;
    }
  }
}

/** @param options - Of redis-server. */
export async function startRedis(options: readonly string[] = []): Promise<Redis> {
  let child: ChildProcess | undefined;
  const start = async (port: number) => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...options];
    child = spawnTied(binary, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const text of child.stdout ?? []) if (String(text).includes('Ready to accept')) return;
    throw new Error('redis-server ended before it was ready.');
  };
  const port = await onFreePort(start);
  return {
    url: `redis://127.0.0.1:${port}`,
    // Another program may hold the port for a moment.
    restart: async () => void (await eventually(() => start(port).then(() => true))),
    async stop() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
