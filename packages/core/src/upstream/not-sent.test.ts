import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createWorld, fault, node, type Reply, refused, status } from '../../test/scripted-upstream.ts';
import { createUpstream } from './client.ts';
import { UpstreamError } from './upstream-error.ts';

// Whether something may have been sent, by how the connection failed.

const send = { method: 'send', params: ['0x01'], schema: z.string() };
const write = { write: 'idempotent', maxAttempts: 1 } as const;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer(onConnection);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A port where nobody listens any more. */
async function closedPort(): Promise<number> {
  const port = await listen(() => {});
  await new Promise((resolve) => servers.pop()?.close(resolve));
  return port;
}

async function outcomeAt(url: string) {
  const upstream = createUpstream({ chainId: 'testchain', endpoints: [url] });
  const operation = upstream.operation();
  const error = await operation.rpc(send, write).catch((reason: unknown) => reason);
  if (!(error instanceof UpstreamError)) throw new Error(`Expected a failure, not ${String(error)}`);
  return { maybeSent: error.maybeSent, detail: error.attempts[0]?.detail, lost: operation.lost.length };
}

describe('with the fetch of Node', () => {
  it('a connection that was refused sent nothing', async () => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    expect(await outcomeAt(url)).toEqual({ maybeSent: false, detail: 'ECONNREFUSED', lost: 0 });
  });

  it('neither did one that all addresses of a name refused', async () => {
    const url = `http://localhost:${await closedPort()}`;
    expect(await outcomeAt(url)).toEqual({ maybeSent: false, detail: 'ECONNREFUSED', lost: 0 });
  });

  it('a connection that broke may have', async () => {
    const port = await listen((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.resetAndDestroy());
    });
    expect(await outcomeAt(`http://127.0.0.1:${port}`)).toMatchObject({ maybeSent: true, lost: 1 });
  });
});

describe('with any fetch', () => {
  const broken =
    (error: object): Reply =>
    () => {
      throw Object.assign(new TypeError('fetch failed'), error);
    };
  const withCode = (code: string) => Object.assign(new Error(code), { code });

  it.each<[string, Reply, boolean]>([
    ['a refused connection', refused(), false],
    ['a refused connection, as undici tells it', broken({ code: 'ECONNREFUSED' }), false],
    ['a name that is not found', broken({ cause: withCode('ENOTFOUND') }), false],
    ['a name that cannot be looked up now', broken({ cause: withCode('EAI_AGAIN') }), false],
    [
      'two addresses that refuse',
      broken({
        cause: Object.assign(withCode('ECONNREFUSED'), { errors: [1, 2].map(() => withCode('ECONNREFUSED')) }),
      }),
      false,
    ],
    [
      'two addresses, and one broke',
      broken({
        cause: Object.assign(withCode('ECONNREFUSED'), { errors: [withCode('ECONNREFUSED'), withCode('EPIPE')] }),
      }),
      true,
    ],
    ['a list of no errors', broken({ cause: Object.assign(withCode('ECONNREFUSED'), { errors: [] }) }), true],
    ['a connection that broke', broken({ cause: withCode('ECONNRESET') }), true],
    ['a socket that was closed', broken({ cause: withCode('UND_ERR_SOCKET') }), true],
    ['an error without a code, as Workers have it', broken({ message: 'Network connection lost.' }), true],
    ['a proxy without an answer', status(502), true],
    ['a rate limit', status(429), false],
  ])('%s', async (_, reply, maybeSent) => {
    const { upstream, clock } = createWorld({ a: [reply] });
    const operation = upstream.operation();
    const error = await clock.until(operation.rpc(send, write).catch((reason: unknown) => reason));
    expect(error).toMatchObject({ maybeSent });
    expect(operation.lost).toEqual(maybeSent ? (error as UpstreamError).attempts : []);
  });

  it('a lost attempt is not forgotten if a later one is answered', async () => {
    const { upstream, clock } = createWorld({ a: [broken({ cause: withCode('ECONNRESET') }), fault(3, 'no')] });
    const operation = upstream.operation();
    const refusable = { ...send, isAnswer: () => true };
    expect(await clock.until(operation.tryRpc(refusable, { write: 'idempotent' }))).toMatchObject({ ok: false });
    expect(operation.lost).toMatchObject([{ endpoint: 'a', detail: 'ECONNRESET' }]);
  });

  it('reads lose nothing', async () => {
    const { upstream, clock } = createWorld({ a: [status(502), node(() => 'x')] });
    const operation = upstream.operation();
    expect(await clock.until(operation.rpc(send))).toBe('x');
    expect(operation.lost).toEqual([]);
  });
});
