import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { key, keyHash } from './harness.ts';

// Modules keep what they have opened: each test gets a Worker of its own.
beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const fresh = async () => (await import('../src/worker.ts')).default;
const health = () => new Request('http://gateway.test/health');

it('answers 500 while its settings are wrong, and says why only in the log', async () => {
  const lines: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
  const worker = await fresh();
  const response = await worker.fetch(health(), { ISOCHAIN_API_KEYS: 'a key in the clear' });
  expect(response.status).toBe(500);
  const text = await response.text();
  expect(text).toContain('internal.error');
  expect(text).toContain(response.headers.get('x-request-id'));
  expect(text).not.toContain('ISOCHAIN');
  expect(lines.join()).toContain('ISOCHAIN_API_KEYS: entry 1 is not a name:sha256hex pair');
  expect(lines.join()).not.toContain('in the clear');
});

it('has no engines to start, and no files to read', async () => {
  const worker = await fresh();
  const keys = { ISOCHAIN_API_KEYS: `a:${'0'.repeat(64)}`, ISOCHAIN_LOG: 'silent' };
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect((await worker.fetch(health(), { ...keys, ISOCHAIN_PROFILE: 'development' })).status).toBe(500);
  expect((await worker.fetch(health(), { ...keys, ISOCHAIN_CONFIG: 'settings.json' })).status).toBe(500);
  expect((await worker.fetch(health(), keys)).status).toBe(200);
});

describe('a rate limit of the platform', () => {
  const read = { ISOCHAIN_API_KEYS: `tests:${keyHash}`, ISOCHAIN_LOG: 'warn' };
  const ask = async (limit: () => Promise<{ success: boolean }>) => {
    const worker = await fresh();
    const request = new Request('http://gateway.test/api/chains/base', { headers: { authorization: key } });
    const { status, headers } = await worker.fetch(request, { ...read, RATE_LIMIT: { limit } });
    return [status, headers.get('ratelimit-policy')];
  };

  it.each([
    [true, 200],
    [false, 429],
  ])('stands for that of the gateway: %s', async (success, status) => {
    expect(await ask(async () => ({ success }))).toEqual([status, null]);
  });

  it('counts each account of a list', async () => {
    const worker = await fresh();
    let left = 5;
    const limit = async () => ({ success: left-- > 0 });
    const states = async () => {
      const accounts = Array(3).fill({ chainId: 'cosmoshub', accountId: 'a' });
      const headers = { authorization: key, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify({ accounts }) };
      const request = new Request('http://gateway.test/api/account/state', init);
      return (await worker.fetch(request, { ...read, RATE_LIMIT: { limit } })).status;
    };
    expect([await states(), await states()]).toEqual([200, 429]);
    expect(left).toBe(-1);
  });

  it.each<[string, () => Promise<never>]>([
    ['fails', () => Promise.reject(new Error('it is away'))],
    ['hangs', () => new Promise(() => {})],
  ])('is not missed when it %s: the isolate counts', async (_, limit) => {
    const lines: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
    expect(await ask(limit)).toEqual([200, '"key";q=600;w=60']);
    expect(lines.map((line) => (JSON.parse(line) as { message: string }).message)).toEqual([
      'the rate limit does not answer',
    ]);
  });
});
