import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeNode } from '../fake-node.ts';
import { open, type Serve, type Subject } from '../harness.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function headersCases(serve: Serve): void {
  let subject: Subject;
  let strict: Subject;
  beforeAll(async () => {
    const { fetch } = createFakeNode();
    subject = await open(serve, { fetch });
    strict = await open(serve, {
      fetch,
      settings: { cors: { origins: ['https://wallet.example.org', 'http://localhost:3000'] } },
    });
  });
  afterAll(() => Promise.all([subject.close(), strict.close()]));

  describe('X-Request-Id', () => {
    it.each(['abc', 'A.b_c-1', 'x'.repeat(64)])('keeps %s', async (id) => {
      const { headers } = await subject.send('GET', '/health', undefined, { 'x-request-id': id });
      expect(headers.get('x-request-id')).toBe(id);
    });

    it.each(['', 'with space', 'a\tb', '<script>', 'x'.repeat(65), 'a,b', 'a/b'])('replaces %j', async (id) => {
      const { headers } = await subject.send('GET', '/health', undefined, { 'x-request-id': id });
      expect(headers.get('x-request-id')).toMatch(uuid);
    });

    it('stands on every answer', async () => {
      const answers = await Promise.all([
        subject.request('/docs'),
        subject.request('/openapi.json'),
        subject.request('/nothing'),
        subject.request('/api/chains'),
        subject.request('/health', { method: 'PUT' }),
        subject.request('/api/chains', { method: 'OPTIONS', headers: { origin: 'https://wallet.example.org' } }),
      ]);
      for (const answer of answers) {
        await answer.arrayBuffer();
        expect(answer.headers.get('x-request-id')).toMatch(uuid);
      }
    });

    it('finds the lines of the log', async () => {
      await subject.send('GET', '/api/nowhere/validators', undefined, { 'x-request-id': 'find-me' });
      const line = subject.log
        .map((text) => JSON.parse(text) as Record<string, unknown>)
        .find(({ requestId }) => requestId === 'find-me');
      expect(line).toMatchObject({
        level: 'info',
        method: 'GET',
        path: '/api/nowhere/validators',
        status: 404,
        code: 'chain.unknown',
      });
    });
  });

  describe('CORS', () => {
    const preflight = (origin: string) => ({
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });

    it('answers a preflight without a key', async () => {
      const { status, headers } = await subject.request(
        '/api/sepolia/transaction/encode',
        preflight('https://any.example.org'),
      );
      expect(status).toBe(204);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-methods')).toContain('POST');
      expect(headers.get('access-control-allow-headers')).toMatch(/Authorization.*Content-Type/);
      expect(headers.get('access-control-max-age')).toBe('7200');
    });

    it('lets pages read errors and request ids too', async () => {
      const { status, headers } = await subject.request('/api/chains', {
        headers: { origin: 'https://any.example.org' },
      });
      expect(status).toBe(401);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-expose-headers')).toContain('X-Request-Id');
    });

    it.each(['https://wallet.example.org', 'http://localhost:3000'])(
      'knows the origin %s that it was told of',
      async (origin) => {
        const { headers } = await strict.request('/api/chains', preflight(origin));
        expect(headers.get('access-control-allow-origin')).toBe(origin);
        expect(headers.get('vary')).toContain('Origin');
      },
    );

    it.each(['https://evil.example.org', 'https://wallet.example.org.evil.org', 'null'])(
      'does not know %s',
      async (origin) => {
        const { headers } = await strict.request('/api/chains', preflight(origin));
        expect(headers.get('access-control-allow-origin')).toBeNull();
      },
    );
  });

  it('gives browsers nothing to load or frame', async () => {
    for (const path of ['/health', '/openapi.json', '/nothing', '/api/chains']) {
      const response = await subject.request(path);
      await response.arrayBuffer();
      expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('x-frame-options')).toBe('DENY');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('strict-transport-security')).toContain('max-age');
      expect(response.headers.get('x-powered-by')).toBeNull();
    }
  });

  it('keeps answers of the API out of caches', async () => {
    const { headers } = await subject.send('GET', '/api/chains/sepolia');
    expect(headers.get('cache-control')).toBe('no-store');
  });
}
