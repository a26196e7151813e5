import { afterEach, beforeEach, expect, it, vi } from 'vitest';

// Modules keep what they have opened: each test gets a Worker of its own.
beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const fresh = async () => (await import('../src/worker.ts')).default;
const ask = () => new Request('http://gateway.test/health');

it('answers 500 while its settings are wrong, and says why in the log only', async () => {
  const lines: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
  const worker = await fresh();
  const response = await worker.fetch(ask(), { ISOCHAIN_API_KEYS: 'a key in the clear' });
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
  expect((await worker.fetch(ask(), { ...keys, ISOCHAIN_PROFILE: 'development' })).status).toBe(500);
  expect((await worker.fetch(ask(), { ...keys, ISOCHAIN_CONFIG: 'settings.json' })).status).toBe(500);
  expect((await worker.fetch(ask(), keys)).status).toBe(200);
});
