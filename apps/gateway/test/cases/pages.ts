import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeNode } from '../fake-node.ts';
import { key, open, type Serve, type Subject } from '../harness.ts';
import type { Document } from '../open-api.ts';

export function pagesCases(serve: Serve): void {
  let subject: Subject;
  let isStopping = false;
  beforeAll(async () => {
    subject = await open(serve, {
      fetch: createFakeNode().fetch,
      docsScript: async () => 'window.script = 1;',
      isStopping: () => isStopping,
    });
  });
  afterAll(() => subject.close());

  it('tells programs where to go from here', async () => {
    for (const accept of ['*/*', 'application/json', undefined, 'image/png']) {
      const { status, headers, body } = await subject.send(
        'GET',
        '/',
        undefined,
        accept === undefined ? {} : { accept },
      );
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(body).toMatchObject({ name: 'isochain', links: { docs: 'docs', openapi: 'openapi.json' } });
    }
  });

  it('shows browsers a page of links that work', async () => {
    // As Firefox sends it.
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const response = await subject.request('/', { headers: { accept } });
    const page = await response.text();
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(response.headers.get('vary')).toContain('Accept');
    const links = [...page.matchAll(/<a href="([^"]*)"/g)].map(([, link]) => link);
    expect(links).toHaveLength(5);
    for (const link of links) {
      const { status } = await subject.request(`/${link}`, { headers: { authorization: key } });
      expect([link, status]).toEqual([link, 200]);
    }
  });

  it('is alive', async () => {
    expect((await subject.send('GET', '/health')).body).toEqual({ status: 'ok' });
  });

  it('is ready, and tells how many endpoints are well but not which', async () => {
    await subject.send('GET', '/api/chains');
    await subject.send('GET', '/api/sepolia/account/0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17/state?include=native');
    const { status, body } = await subject.send('GET', '/ready');
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'ready',
      store: { kind: 'memory', healthy: true },
      chains: { sepolia: { endpoints: 4, healthy: 4, unknown: 3, live: true, failing: {} } },
    });
  });

  it('is not ready while it shuts down, and still alive', async () => {
    isStopping = true;
    try {
      const { status, body, headers } = await subject.send('GET', '/ready');
      expect(status).toBe(503);
      // The time in which it goes on answering (5 s), and the time for open requests (10 s).
      expect(headers.get('retry-after')).toBe('15');
      expect(body.status?.errors[0]?.message).toContain('shutting down');
      expect((await subject.send('GET', '/health')).status).toBe(200);
    } finally {
      isStopping = false;
    }
  });

  it('serves the OpenAPI document, and says when it has not changed', async () => {
    const response = await subject.request('/openapi.json');
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect((await response.json()) as Document).toMatchObject({ openapi: '3.1.1', info: { version: '0.1.0' } });
    const etag = response.headers.get('etag') ?? '';
    const again = await subject.request('/openapi.json', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it('serves a reference page that loads nothing from elsewhere', async () => {
    const response = await subject.request('/docs');
    const page = await response.text();
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page).not.toMatch(/https?:|\/\//);
    expect(page.match(/<script[^>]*src="([^"]*)"/)?.[1]).toBe('docs/scalar.js');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; ");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/https?:|\*|script-src [^;]*unsafe/);
  });

  it('serves the script of that page', async () => {
    const response = await subject.request('/docs/scalar.js');
    expect(await response.text()).toBe('window.script = 1;');
    expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(response.headers.get('cache-control')).toContain('max-age');
    const again = await subject.request('/docs/scalar.js', {
      headers: { 'if-none-match': response.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('answers 404 for the script where the platform serves it', async () => {
    const without = await open(serve);
    try {
      expect((await without.send('GET', '/docs/scalar.js')).status).toBe(404);
    } finally {
      await without.close();
    }
  });
}
