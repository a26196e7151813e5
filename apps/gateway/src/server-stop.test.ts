import { Agent, type IncomingMessage, request } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settings, stopDelayMs } from './config/settings.ts';
import { type ListenOptions, listen, type Server } from './server.ts';

// Real sockets; the time that passes is the tests' own.

const options: ListenOptions = { host: '127.0.0.1', port: 0, stopDelayMs: 5_000, drainTimeoutMs: 10_000 };
let agent: Agent;
let server: Server | undefined;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  agent = new Agent({ keepAlive: true });
  server = undefined;
});

afterEach(async () => {
  agent.destroy();
  const stopped = server?.stop();
  await vi.advanceTimersByTimeAsync(options.drainTimeoutMs + 5_000);
  await stopped;
  vi.useRealTimers();
});

interface Answer {
  readonly text: string;
  readonly connection: string | undefined;
}

/** On a connection that is kept, if the server keeps it. */
function ask(path = '/'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${server?.url}${path}`, { agent }, (response: IncomingMessage) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ text, connection: response.headers.connection }));
      response.on('error', reject);
    });
    sent.on('error', reject).end();
  });
}

/** Requests to it wait until they are let go. */
function gate() {
  let release = () => {};
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const open = new Promise<void>((resolve) => {
    release = resolve;
  });
  const fetch = async () => {
    arrive();
    await open;
    return new Response('late');
  };
  return { fetch, arrived, release };
}

it('goes on answering while load balancers learn that it stops, and asks each client to leave', async () => {
  const doorman = ({ url = '' }) =>
    url === '/door' ? { status: 401, headers: { 'content-length': '2' }, body: 'no' } : undefined;
  server = await listen(() => new Response('here'), { ...options, doorman });
  const clients = Array.from({ length: 8 });
  expect(await Promise.all(clients.map(() => ask()))).toEqual(
    clients.map(() => ({ text: 'here', connection: 'keep-alive' })),
  );

  const stopped = server.stop();
  for (let i = 0; i < 5; i++) {
    await vi.advanceTimersByTimeAsync(999);
    const answers = await Promise.all(clients.map(() => ask()));
    expect(answers).toEqual(clients.map(() => ({ text: 'here', connection: 'close' })));
  }
  expect(await ask('/door')).toEqual({ text: 'no', connection: 'close' });

  await vi.advanceTimersByTimeAsync(5);
  await stopped;
  await expect(ask()).rejects.toThrow('ECONNREFUSED');
});

it('asks clients to leave whose requests came before, too', async () => {
  const { fetch, arrived, release } = gate();
  server = await listen(fetch, options);
  const open = ask();
  await arrived;
  const stopped = server.stop();
  release();
  expect(await open).toEqual({ text: 'late', connection: 'close' });
  await vi.advanceTimersByTimeAsync(5_000);
  await stopped;
});

it('lets open requests finish after it stopped listening', async () => {
  const { fetch, arrived, release } = gate();
  server = await listen(fetch, options);
  const open = ask();
  await arrived;
  const stopped = server.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  await expect(ask()).rejects.toThrow('ECONNREFUSED');
  await vi.advanceTimersByTimeAsync(9_999);
  release();
  expect((await open).text).toBe('late');
  await stopped;
});

it('does not wait for ever for open requests', async () => {
  const { fetch, arrived } = gate();
  server = await listen(fetch, options);
  const broken = expect(ask()).rejects.toThrow('socket hang up');
  await arrived;
  const stopped = server.stop();
  await vi.advanceTimersByTimeAsync(15_000);
  await stopped;
  await broken;
});

it('does not wait for idle connections', async () => {
  server = await listen(() => new Response('here'), options);
  expect((await ask()).connection).toBe('keep-alive');
  const stopped = server.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  await stopped;
});

it('waits for load balancers that check /ready in production, and not in development', () => {
  const keys = { a: '0'.repeat(64) };
  const delays = [{ keys }, { profile: 'development' }, { keys, limits: { stopDelayMs: 0 } }].map((given) =>
    stopDelayMs(settings.parse(given)),
  );
  expect(delays).toEqual([5_000, 0, 0]);
});

it('stops at once if it need not wait for others', async () => {
  server = await listen(() => new Response('here'), { ...options, stopDelayMs: 0 });
  expect((await ask()).text).toBe('here');
  await server.stop();
});
