import { env, exports } from 'cloudflare:workers';
import { chainIds } from '@isochain/core';
import { expect, it } from 'vitest';
import { key } from './harness.ts';

// The entry point itself, with its settings from the bindings that vitest.config.ts gives it.

const ask = (path: string, init?: RequestInit) => exports.default.fetch(`http://gateway.test${path}`, init);
const headers = { authorization: key };

it('runs on workerd', () => {
  expect(navigator.userAgent).toBe('Cloudflare-Workers');
  expect(Object.keys(env)).toContain('ISOCHAIN_API_KEYS');
});

it('uses the settings of its bindings', async () => {
  expect(await (await ask('/health')).json()).toEqual({ status: 'ok' });
  expect((await ask('/api/chains')).status).toBe(401);
  const response = await ask('/api/chains/base', { headers });
  expect(await response.json()).toMatchObject({
    chain: { id: 'base', supportedFeatures: { write: { transaction: { type: { transfer: true } } } } },
  });
});

it('loads a family on the first request for it, and lists all chains', async () => {
  const { chains } = (await (await ask('/api/chains', { headers })).json()) as { chains: Record<string, unknown> };
  expect(Object.keys(chains)).toEqual(chainIds);
});

it('limits bodies to the size in its settings', async () => {
  const body = JSON.stringify({ transaction: '.'.repeat(3000) });
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
  expect((await ask('/api/base/transaction/encode', init)).status).toBe(413);
});

it('serves the document and the page, and leaves the script to the static files', async () => {
  expect((await ask('/openapi.json')).status).toBe(200);
  expect(await (await ask('/docs')).text()).toContain('docs/scalar.js');
});
