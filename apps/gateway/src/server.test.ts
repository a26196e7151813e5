import { connect } from 'node:net';
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

it('listens on a free port and names it', async () => {
  const { url, port } = await start(() => new Response('here'));
  expect(url).toBe(`http://127.0.0.1:${port}`);
  expect(await (await fetch(url)).text()).toBe('here');
});

it('names a reachable address when it listens on all', async () => {
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

it('answers nonsense as JSON, and logs it with the id of the answer', async () => {
  const ids: string[] = [];
  const { port } = await start(() => new Response('x'), { ...local, onInvalid: (id) => ids.push(id) });
  const answer = await raw(port, 'GET /\\..\\x HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"code":"request.invalid"');
  expect(ids).toEqual([/^x-request-id: (\S+)/im.exec(answer)?.[1]]);
});

it('answers HTTP/1.0 without a host', async () => {
  const { port } = await start(({ url }) => new Response(new URL(url).pathname));
  const answer = await raw(port, 'GET /health HTTP/1.0\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toMatch(/\r\n\r\n\/health$/);
});

it('refuses endless headers', async () => {
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
