import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FetchAnswer, FetchInit } from '@isochain/core/upstream';
import { afterEach, describe, expect, it } from 'vitest';
import { createNodeFetch } from './node-fetch.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(handler: Handler): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function open(environment: Record<string, string> = {}) {
  const { fetch, stop } = createNodeFetch(environment);
  cleanups.push(stop);
  return fetch;
}

const never = new AbortController().signal;
const get: FetchInit = { method: 'GET', headers: {}, redirect: 'manual', signal: never, maxBytes: 1000 };

function textOf({ body }: FetchAnswer): string {
  if (!(body instanceof Uint8Array)) throw new Error('not read');
  return new TextDecoder().decode(body);
}

describe('the fetch of Node', () => {
  it('sends method, path, query, headers and body', async () => {
    const seen: Record<string, unknown>[] = [];
    const url = await serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url: path, headers } = request;
        seen.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
        response.writeHead(201, { 'Retry-After': '7' }).end('{"Zürich":1}');
      });
    });
    const headers = { 'content-type': 'application/json', 'x-key': 'k' };
    const answer = await open()(`${url}/a/b?c=%20d`, { ...get, method: 'POST', headers, body: '{"é":1}' });
    expect([answer.status, answer.headers.get('Retry-After'), answer.headers.get('x-none')]).toEqual([201, '7', null]);
    expect(textOf(answer)).toBe('{"Zürich":1}');
    const sent = { 'content-type': 'application/json', 'x-key': 'k', 'user-agent': 'isochain', 'content-length': '8' };
    expect(seen).toMatchObject([{ method: 'POST', path: '/a/b?c=%20d', headers: sent, body: '{"é":1}' }]);
  });

  it('tells with a code that a connection was refused: then nothing was sent', async () => {
    const url = await serve(() => {});
    await cleanups.pop()?.();
    await expect(open()(`${url}/`, { ...get, method: 'POST', body: '{}' })).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });

  it('reads a whole JSON document although a broken trailer follows', async () => {
    const bodyOf = async (body: string | Buffer, headers = '') => {
      const server = createTcpServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', () => {
          const bytes = Buffer.from(body);
          socket.write(`HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n${headers}\r\n`);
          socket.write(Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]));
          // Gateways of cosmos-sdk 0.50 write bytes that no header may have.
          socket.end(Buffer.from('0\r\nGrpc-Trailer-Grpc-Status-Details-Bin: \x08\x05\x01\r\n\r\n', 'latin1'));
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      cleanups.push(() => server.close());
      const answer = await open()(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, get);
      return `${answer.status} ${textOf(answer)}`;
    };
    expect(await bodyOf('{"code":5}')).toBe('404 {"code":5}');
    expect(await bodyOf(gzipSync('{"code":5}'), 'Content-Encoding: gzip\r\n')).toBe('404 {"code":5}');
    await expect(bodyOf('{"code":')).rejects.toThrow();
    await expect(bodyOf(gzipSync('{"code":5}').subarray(0, 20), 'Content-Encoding: gzip\r\n')).rejects.toThrow();
  });

  it('lets an endpoint set the user agent', async () => {
    const url = await serve(({ headers }, response) => response.end(headers['user-agent']));
    expect(textOf(await open()(url, { ...get, headers: { 'user-agent': 'somebody' } }))).toBe('somebody');
  });

  it('sends bytes unchanged', async () => {
    const url = await serve((request, response) => request.pipe(response));
    const body = Uint8Array.of(0, 255, 128);
    expect((await open()(url, { ...get, method: 'POST', body })).body).toEqual(Buffer.from(body));
  });

  it.each([
    ['gzip', gzipSync('compressed')],
    ['x-gzip', gzipSync('compressed')],
    ['br', brotliCompressSync('compressed')],
    ['identity', Buffer.from('compressed')],
  ])('reads %s', async (encoding, bytes) => {
    const url = await serve((_, response) => response.setHeader('Content-Encoding', encoding).end(bytes));
    expect(textOf(await open()(url, get))).toBe('compressed');
  });

  it.each([
    ['an encoding that was not asked for', 'zstd', Buffer.from('x')],
    ['what is not compressed as it says', 'gzip', Buffer.from('x')],
    ['what is cut off', 'gzip', gzipSync('compressed').subarray(0, 20)],
  ])('refuses %s', async (_, encoding, bytes) => {
    const url = await serve((__, response) => response.setHeader('Content-Encoding', encoding).end(bytes));
    await expect(open()(url, get)).rejects.toThrow();
  });

  it('reads at most the allowed size', async () => {
    let isCut = false;
    const url = await serve((request, response) => {
      request.socket.once('close', () => {
        isCut = true;
      });
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(600)));
      };
      response.on('drain', write);
      write();
    });
    const { body } = await open()(url, get);
    expect((body as Uint8Array).length).toBeGreaterThan(1000);
    await expect.poll(() => isCut, { timeout: 60_000 }).toBe(true);
  });

  it('unpacks at most the allowed size', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const url = await serve((_, response) => response.setHeader('Content-Encoding', 'gzip').end(bomb));
    const { body } = await open()(url, { ...get, maxBytes: 100_000 });
    expect((body as Uint8Array).length).toBe(100_001);
  });

  it('takes a body of exactly the allowed size', async () => {
    const url = await serve((_, response) => response.end('x'.repeat(1000)));
    expect(textOf(await open()(url, get))).toHaveLength(1000);
  });

  it('follows no redirect', async () => {
    const url = await serve((_, response) => response.writeHead(302, { Location: 'https://elsewhere.test' }).end());
    expect((await open()(url, get)).status).toBe(302);
  });

  it('ends at the signal, and leaves the connection', async () => {
    const controller = new AbortController();
    let isGone = false;
    const url = await serve((request) => {
      request.socket.once('close', () => {
        isGone = true;
      });
      controller.abort(new Error('no longer'));
    });
    await expect(open()(url, { ...get, signal: controller.signal })).rejects.toThrow('no longer');
    await expect.poll(() => isGone, { timeout: 60_000 }).toBe(true);
  });

  it('does not begin after the signal', async () => {
    let asked = 0;
    const url = await serve((_, response) => {
      asked += 1;
      response.end();
    });
    await expect(open()(url, { ...get, signal: AbortSignal.abort(new Error('over')) })).rejects.toThrow('over');
    expect(asked).toBe(0);
  });

  it('rejects with a code if nobody listens', async () => {
    const url = await serve(() => {});
    await cleanups.pop()?.();
    await expect(open()(url, get)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('rejects an answer that is cut off', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('half');
      setImmediate(() => response.destroy());
    });
    await expect(open()(url, get)).rejects.toThrow();
  });

  it('refuses malformed headers', async () => {
    const url = await serve((_, response) => response.end());
    await expect(open()(url, { ...get, headers: { 'x-key': 'a\r\nb: c' } })).rejects.toThrow(/header/i);
  });

  it('goes through a proxy if Node would', async () => {
    const url = await serve((_, response) => response.end('direct'));
    const asked: string[] = [];
    const proxy = createServer().on('connect', (request, socket: Socket) => {
      asked.push(request.url ?? '');
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => new Promise((resolve) => proxy.close(resolve)));
    const environment = { HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };

    expect(textOf(await open(environment)(url, get))).toBe('direct');
    await expect(open({ ...environment, NODE_USE_ENV_PROXY: '1' })(url, get)).rejects.toThrow();
    expect(asked).toEqual([new URL(url).host]);
    const none = { ...environment, NODE_USE_ENV_PROXY: '1', NO_PROXY: '127.0.0.1' };
    expect(textOf(await open(none)(url, get))).toBe('direct');
  });
});
