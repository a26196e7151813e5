import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SolanaEngine } from '../engine.ts';
import { startSolana } from '../solana.ts';

let engine: SolanaEngine;
beforeAll(async () => {
  engine = await startSolana({ bare: true });
});
afterAll(() => engine.stop());

const post = (body: string): Promise<Response> => fetch(engine.url, { method: 'POST', body });
const call = (id: unknown, method = 'getHealth', params?: unknown) => ({ jsonrpc: '2.0', id, method, params });

describe('JSON-RPC', () => {
  it('answers a batch in its order, with an error for a call that fails', async () => {
    const response = await post(JSON.stringify([call(1), call('two', 'nothing'), call(3, 'getBalance', ['x'])]));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toEqual([
      { jsonrpc: '2.0', id: 1, result: 'ok' },
      { jsonrpc: '2.0', id: 'two', error: { code: -32601, message: 'Method not found' } },
      { jsonrpc: '2.0', id: 3, error: { code: -32602, message: 'Invalid param: WrongSize' } },
    ]);
  });

  it.each([
    ['no JSON', '{', { id: null, error: { code: -32700 } }],
    ['an empty batch', '[]', { id: null, error: { code: -32600 } }],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"getHealth"}', { id: 1, error: { code: -32600 } }],
    ['no method', '{"jsonrpc":"2.0","id":1}', { id: 1, error: { code: -32600 } }],
    [
      'named parameters',
      '{"jsonrpc":"2.0","id":1,"method":"getHealth","params":{}}',
      { id: 1, error: { code: -32602 } },
    ],
    ['nothing', 'null', { id: null, error: { code: -32600 } }],
  ])('refuses %s', async (_, body, answer) => {
    expect(await (await post(body)).json()).toMatchObject({ jsonrpc: '2.0', ...answer });
  });

  it('does not answer a call without an id', async () => {
    expect(await (await post('{"jsonrpc":"2.0","method":"getHealth"}')).text()).toBe('');
    expect(await (await post(JSON.stringify([{ jsonrpc: '2.0', method: 'getHealth' }, call(2)]))).json()).toHaveLength(
      1,
    );
  });
});

describe('HTTP', () => {
  it('takes POST only', async () => {
    expect((await fetch(engine.url)).status).toBe(405);
  });

  it('takes requests of the size that a node takes', async () => {
    const long = JSON.stringify(call('x'.repeat(50 * 1024)));
    expect((await post(long)).status).toBe(413);
    expect((await post(long.slice(0, 50 * 1024))).status).toBe(200);
  });
});

describe('an engine', () => {
  it('stops for good despite open connections, and may be stopped twice', async () => {
    const other = await startSolana();
    await fetch(other.url, { method: 'POST', body: JSON.stringify(call(1)) });
    await other.stop();
    await expect(fetch(other.url, { method: 'POST', body: '' })).rejects.toThrow('fetch failed');
    await other.stop();
  });

  it('does not keep its process alive', async () => {
    const script = `
      const { startSolana } = await import(${JSON.stringify(new URL('../solana.ts', import.meta.url).href)});
      const engine = await startSolana();
      await fetch(engine.url, { method: 'POST', body: '{}' });
      console.log('started');`;
    const child = spawn(process.execPath, ['--conditions=isochain-source', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [[output], [code]] = await Promise.all([once(child.stdout, 'data'), once(child, 'exit')]);
    expect(String(output)).toBe('started\n');
    expect(code).toBe(0);
  });

  it('shares its chain with no other engine', async () => {
    const [one, other] = await Promise.all([startSolana({ bare: true }), startSolana({ bare: true })]);
    const recipient = one.accounts[0]?.address ?? '';
    await one.fund(recipient, 1n);
    expect(await one.rpc('getBalance', [recipient])).toMatchObject({ value: 10_000_000_000_001 });
    expect(await other.rpc('getBalance', [recipient])).toMatchObject({ value: 10_000_000_000_000 });
    await Promise.all([one.stop(), other.stop()]);
  });
});
