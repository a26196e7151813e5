import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings } from './config/load.ts';
import { createDoorman } from './doorman.ts';
import { createGateway } from './gateway.ts';
import { listen, type Server } from './server.ts';
import type { AnsweredRequest } from './telemetry/observer.ts';

const key = 'the key of the doorman';
const chains = '/api/chains/sepolia';

interface Line {
  readonly message: string;
  readonly [name: string]: unknown;
}

let lines: Line[];
let counted: AnsweredRequest[];
let told: string[];
let asked: string[];
let servers: { readonly guarded: Server; readonly plain: Server };

/** The same app behind two servers. One has a doorman, and `asked` lists the requests that reach its app. */
async function start(config: object = {}): Promise<void> {
  const keys = {
    good: createHash('sha256').update(key).digest('hex'),
    old: { sha256: createHash('sha256').update('an old key').digest('hex'), expires: '2020-01-31T00:00:00Z' },
  };
  const settings = await loadSettings({
    ISOCHAIN_CONFIG_JSON: JSON.stringify({ keys, limits: { rate: null }, ...config }),
  });
  const app = createGateway(settings, { log: () => {}, coalesce: 'operation' });
  const doorman = createDoorman({
    settings,
    log: (level, message, fields = {}) => lines.push({ level, message, ...fields }),
    observer: { answered: (request) => counted.push(request), told: ({ code }) => told.push(code) },
  });
  const options = { host: '127.0.0.1', port: 0, drainTimeoutMs: 1000 };
  const fetch = (request: Request) => {
    asked.push(new URL(request.url).pathname);
    return app.fetch(request);
  };
  servers = {
    guarded: await listen(fetch, { ...options, doorman }),
    plain: await listen((request) => app.fetch(request), options),
  };
}

/** The answers of both, without the members that differ between requests. */
async function both(path: string, init: RequestInit = {}) {
  const answers = [servers.guarded, servers.plain].map(async ({ url }) => {
    const response = await fetch(`${url}${path}`, init);
    const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'date'));
    if (new Headers(init.headers).get('x-request-id') === null) headers['x-request-id'] = 'any';
    return { status: response.status, headers, body: await response.text() };
  });
  return Promise.all(answers);
}

beforeEach(async () => {
  [lines, counted, told, asked] = [[], [], [], []];
  await start();
});

afterEach(() => Promise.all(Object.values(servers).map((server) => server.stop())));

describe('the doorman', () => {
  it.each([
    ['no key', {}],
    ['a wrong key', { authorization: 'wrong' }],
    ['a wrong key of another kind', { authorization: `Bearer ${key}x` }],
    ['a wrong key, with an id', { authorization: 'wrong', 'x-request-id': 'mine' }],
    ['a wrong key, from a page', { authorization: 'wrong', origin: 'https://example.org' }],
  ])('answers to %s what the app would', async (_, headers) => {
    for (const path of [chains, '/api/', '/api/nowhere/validators?key=x']) {
      const [guarded, plain] = await both(path, { headers: headers as Record<string, string> });
      expect(guarded).toEqual(plain);
      expect(guarded?.status).toBe(401);
    }
    expect(asked).toEqual([]);
  });

  it('refuses before it reads a body, and takes the next request on the same connection', async () => {
    const post = 'POST /api/sepolia/transaction/encode HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n{"a":';
    const answer = await raw(
      servers.guarded.port,
      `${post}GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200']);
    expect(asked).toEqual(['/health']);
  });

  it.each([
    ['who has a key', chains, { headers: { authorization: key } }, 200],
    ['whose key expired, as the answer says when', chains, { headers: { authorization: 'an old key' } }, 401],
    ['who needs none', '/health', {}, 200],
    ['a preflight', chains, { method: 'OPTIONS', headers: { origin: 'https://example.org' } }, 204],
    ['a long body, which the app knows how to end', chains, { method: 'POST', body: 'x'.repeat(100_000) }, 401],
  ])('leaves to the app %s', async (_, path, init, status) => {
    const [guarded, plain] = await both(path, init);
    expect(guarded).toEqual(plain);
    expect([guarded?.status, asked]).toEqual([status, [path.replace(/\?.*/, '')]]);
  });

  it('leaves requests that depend on the origin to the app', async () => {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
    await start({ cors: { origins: ['https://example.org'] } });
    const [guarded, plain] = await both(chains, { headers: { origin: 'https://example.org' } });
    expect(guarded).toEqual(plain);
    expect(asked).toEqual([chains]);
    const [other, same] = await both(chains);
    expect(other).toEqual(same);
    expect(asked).toEqual([chains]);
  });

  it('logs and counts each refusal, without the key and the query', async () => {
    await both(`${chains}?key=secret`, { headers: { authorization: 'secret', 'x-request-id': 'mine' } });
    const facts = { method: 'GET', route: '/api/*', status: 401, ms: 0 };
    const line = {
      level: 'info',
      message: 'request',
      requestId: 'mine',
      path: chains,
      code: 'key.wrong',
      codes: ['key.wrong'],
      ...facts,
    };
    expect(lines).toEqual([line]);
    expect(counted).toEqual([{ ...facts, chain: undefined, key: undefined, failovers: 0 }]);
    expect(told).toEqual(['key.wrong']);
  });
});

function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}
