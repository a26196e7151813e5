import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { RefusedError } from '@isochain/core';
import { afterEach, expect, it } from 'vitest';
import { type ListenOptions, listen, type Server } from './server.ts';

const local: ListenOptions = { host: '127.0.0.1', port: 0, drainTimeoutMs: 1000 };
const servers: Server[] = [];

async function start(fetch: Parameters<typeof listen>[0], options = local): Promise<Server> {
  const server = await listen(fetch, options);
  servers.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

it('listens on a free port and says which', async () => {
  const { url, port } = await start(() => new Response('here'));
  expect(url).toBe(`http://127.0.0.1:${port}`);
  expect(await (await fetch(url)).text()).toBe('here');
});

it('names an address that can be reached when it listens on all', async () => {
  const { url, port } = await start(() => new Response('here'), { ...local, host: '0.0.0.0' });
  expect(url).toBe(`http://localhost:${port}`);
});

it.each([
  [
    'a port that is in use',
    async () => ({ ...local, port: (await start(() => new Response(''))).port }),
    /^PORT: \d+ is in use on 127\.0\.0\.1; set PORT/,
  ],
  [
    'an address of another machine',
    async () => ({ ...local, host: '192.0.2.1' }),
    /^HOST: 192\.0\.2\.1 is not an address of this machine/,
  ],
])('says that it cannot listen on %s', async (_, options, message) => {
  const listening = listen(() => new Response(''), await options());
  await expect(listening).rejects.toThrow(RefusedError);
  await expect(listening).rejects.toThrow(message);
});

it('lets open requests finish when it is stopped, and takes no new ones', async () => {
  const server = await start(async () => {
    await wait(300);
    return new Response('finished');
  });
  const open = fetch(server.url);
  await wait(100);
  const stopped = server.stop();
  await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  expect(await (await open).text()).toBe('finished');
  await stopped;
});

it('does not wait for ever for open requests', async () => {
  const server = await start(() => new Promise(() => {}), { ...local, drainTimeoutMs: 100 });
  const open = fetch(server.url);
  const broken = expect(open).rejects.toThrow('fetch failed');
  await wait(50);
  await server.stop();
  await broken;
});

it('stops at once when connections are idle', async () => {
  // Longer than a test may take: waiting for the idle connection would fail it.
  const server = await start(() => new Response('x'), { ...local, drainTimeoutMs: 60_000 });
  await (await fetch(server.url)).text();
  await server.stop();
});

it('answers nonsense as JSON', async () => {
  const { port } = await start(() => new Response('x'));
  const answer = await raw(port, 'GET /\\..\\x HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"code":"request.invalid"');
});

it('does not take endless headers', async () => {
  const { port } = await start(() => new Response('x'));
  const answer = await raw(port, `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
});

function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (data) => {
      answer += data.toString();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}
