import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
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

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('It listens on a port.');
  return address.port;
}

/** @param options - Of redis-server. */
export async function startRedis(options: readonly string[] = []): Promise<Redis> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async () => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...options];
    child = spawnTied(binary, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const text of child.stdout ?? []) if (String(text).includes('Ready to accept')) return;
    throw new Error('redis-server ended before it was ready.');
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    restart: start,
    async stop() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
