import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFakeNode } from '../test/fake-node.ts';
import { key, open, type Subject } from '../test/harness.ts';
import { listen, type Server } from './server.ts';

// Bytes on a socket that no client library would send.

let server: Server;
let subject: Subject;
beforeAll(async () => {
  subject = await open(
    async (app) => {
      server = await listen((request) => app.fetch(request), { host: '127.0.0.1', port: 0, drainTimeoutMs: 100 });
      return { request: (path, init) => fetch(`${server.url}${path}`, init), close: () => server.stop() };
    },
    { fetch: createFakeNode().fetch, settings: { limits: { bodyTimeoutMs: 300, bodyBytes: 4096 } } },
  );
});
afterAll(() => subject.close());

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends pieces with pauses, and reads until the server closes or as many answers are there as it has to give. */
async function send(
  pieces: readonly (string | Buffer)[],
  { pauseMs = 0, end = false, answers = 1 }: { pauseMs?: number; end?: boolean; answers?: number } = {},
): Promise<Answer> {
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (data) => {
    text += data.toString('latin1');
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.write(piece);
    if (pauseMs > 0) await Promise.race([wait(pauseMs), closed]);
  }
  if (end) socket.end();
  // An answer is complete when its last byte is there; keep-alive leaves the connection open.
  const isWhole = () => text.split('HTTP/1.1 ').length > answers && /\r\n\r\n[\s\S]*\}$/.test(text);
  // Some end their connection, and are not answered at all.
  const isOver = () => isWhole() || socket.destroyed;
  await vi.waitFor(() => expect(isOver()).toBe(true), { timeout: 60_000, interval: 10 });
  socket.destroy();
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text };
}

const encode = 'POST /api/sepolia/transaction/encode HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const withKey = `${encode}Authorization: ${key}\r\n`;

describe('a hostile client', () => {
  it.each<[string, readonly (string | Buffer)[], number[]]>([
    [
      'a header folded over two lines',
      [`GET /health HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\r\n b\r\n\r\n`],
      [200, 400],
    ],
    [
      'a bare line feed in a header',
      ['GET /health HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\nSet-Cookie: b\r\n\r\n'],
      [400],
    ],
    ['a header with a null byte', ['GET /health HTTP/1.1\r\nHost: x\r\nX-A: \u0000\r\n\r\n'], [400]],
    ['100 KB of headers', [`GET /health HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`], [431]],
    ['thousands of headers', [`GET /health HTTP/1.1\r\nHost: x\r\n${'X-A: b\r\n'.repeat(5_000)}\r\n`], [431]],
    ['a length that is negative', [`${withKey}Content-Length: -1\r\n\r\n`], [400]],
    ['a length that is no number', [`${withKey}Content-Length: 1e3\r\n\r\n`], [400]],
    ['two lengths', [`${withKey}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`], [400]],
    ['a length beside chunks', [`${withKey}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`], [400]],
    ['chunks that are none', [`${withKey}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`], [400, 0]],
    ['a length beyond all', [`${withKey}Content-Length: 99999999999999999999\r\n\r\n`], [400, 413]],
    ['a declared length over the limit', [`${withKey}Content-Length: 5000\r\n\r\n`], [400, 413]],
    ['a length that is too short', [`${withKey}Content-Length: 2\r\n\r\n{} and more`], [400]],
    [
      'a key with control characters',
      [`GET /api/chains HTTP/1.1\r\nHost: x\r\nAuthorization: a\u0007b\r\n\r\n`],
      [400, 401],
    ],
    ['a key of 10 KB', [`GET /api/chains HTTP/1.1\r\nHost: x\r\nAuthorization: ${'k'.repeat(10_000)}\r\n\r\n`], [401]],
    ['a method that is none', ['BREW /health HTTP/1.1\r\nHost: x\r\n\r\n'], [400]],
    ['another protocol', ['\u0016\u0003\u0001\u0002\u0000\u0001'], [400]],
    ['a path of 15 KB', [`GET /${'a'.repeat(15_000)} HTTP/1.1\r\nHost: x\r\n\r\n`], [404]],
    ['an absolute URL of somebody else', ['GET http://evil.test/health HTTP/1.1\r\nHost: x\r\n\r\n'], [200, 400, 404]],
  ])('is answered clearly: %s', async (_, pieces, statuses) => {
    const { status, text } = await send(pieces, { end: true });
    expect(statuses).toContain(status);
    expect(text).not.toMatch(/node:|\.ts:|at .*\(|Set-Cookie: b/);
    expect((await subject.request('/health')).status).toBe(200);
  });

  it('cannot hold a request open by letting its body trickle in', async () => {
    const { status, text } = await send(
      [`${withKey}Content-Length: 100\r\n\r\n`, ...Array.from({ length: 40 }, () => 'x')],
      { pauseMs: 50 },
    );
    expect(status).toBe(408);
    expect(text).toContain('"code":"request.tooSlow"');
    expect(text).toContain('did not arrive within 0.3 seconds');
    expect(text.toLowerCase()).toContain('connection: close');
  });

  it('is stopped without a key, in whatever form its body comes', async () => {
    const { status } = await send([`${encode}Content-Length: 4000\r\n\r\n`, 'x'], { pauseMs: 10 });
    expect(status).toBe(401);
  });

  it('that leaves in the middle of a body does not affect the service', async () => {
    await send([`${withKey}Content-Length: 100\r\n\r\n{"a":`], { pauseMs: 10, end: true });
    const { status } = await subject.send('GET', '/api/chains');
    expect(status).toBe(200);
    expect(subject.log.filter((line) => line.includes('unexpected error'))).toEqual([]);
  });

  it('does not choose the request id of its answers freely', async () => {
    const { status, text } = await send([
      `GET /health HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${'i'.repeat(10_000)}\r\n\r\n`,
    ]);
    expect(status).toBe(200);
    expect(text).toMatch(/x-request-id: [0-9a-f-]{36}\r\n/i);
  });

  it('is answered one by one if it sends many requests at once', async () => {
    const { text } = await send(['GET /health HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50)], { answers: 50 });
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(50);
  });
});
