import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createUpstream } from './client.ts';

// Gateways of cosmos-sdk 0.50 end the answer to a refused request with a trailer in binary. HTTP allows no such bytes in a header (RFC 9110,
// section 5.5), so Node's parser breaks off behind the body, and `fetch` rejects the reading of it.

const refusal = { code: 5, message: 'rpc error: code = NotFound desc = account not found', details: [] };

/** The bytes of an answer in chunks, with `Grpc-Trailer-Grpc-Status-Details-Bin` as such a gateway writes it. */
function answerWith(body: string): Buffer {
  const half = Math.floor(body.length / 2);
  const chunks = [body.slice(0, half), body.slice(half)].map(
    (chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`,
  );
  const head = [
    'HTTP/1.1 404 Not Found',
    'Content-Type: application/json',
    'Trailer: Grpc-Trailer-Content-Type',
    'Transfer-Encoding: chunked',
    '',
    '',
  ];
  return Buffer.concat([
    Buffer.from(`${head.join('\r\n')}${chunks.join('')}0\r\nGrpc-Trailer-Grpc-Status-Details-Bin: `),
    Buffer.from([0x08, 0x05, 0x12, 0x00, 0x0a, 0xff, 0x01]),
    Buffer.from('\r\n\r\n'),
  ]);
}

describe('an answer with a broken trailer', () => {
  let server: Server;
  let url = '';

  beforeAll(async () => {
    server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', (request) => {
        const isCut = request.toString().startsWith('GET /cut ');
        socket.end(answerWith(isCut ? '{"code":5,"mess' : JSON.stringify(refusal)));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });

  afterAll(() => {
    server.close();
  });

  const request = {
    schema: z.object({ account: z.unknown() }),
    refusals: { statuses: [404], schema: z.object({ code: z.number(), message: z.string() }) },
  };
  const operation = () => createUpstream({ chainId: 'test', endpoints: [url], maxAttempts: 1 }).operation();

  it('breaks the `fetch` of Node', async () => {
    const response = await fetch(`${url}/account`);
    await expect(response.text()).rejects.toThrow();
  });

  it('is read all the same', async () => {
    expect(await operation().http({ ...request, path: '/account' })).toMatchObject({
      ok: false,
      status: 404,
      error: { code: 5, message: refusal.message },
    });
  });

  it('is a broken connection if the body is cut off', async () => {
    await expect(operation().http({ ...request, path: '/cut' })).rejects.toMatchObject({
      attempts: [{ outcome: 'network' }],
    });
  });
});
