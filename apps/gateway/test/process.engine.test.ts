import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { spawnTied } from '@isochain/leash';
import { afterEach, describe, expect, it } from 'vitest';
import { keyHash } from './harness.ts';

// The process of profile production, as a supervisor meets it.

const entry = fileURLToPath(new URL('../src/node.ts', import.meta.url));
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function start(limits: object) {
  const { ISOCHAIN_CONFIG: _, ...inherited } = process.env;
  const child = spawnTied(process.execPath, ['--conditions=isochain-source', entry], {
    env: {
      ...inherited,
      PORT: '0',
      HOST: '127.0.0.1',
      ISOCHAIN_API_KEYS: `tests:${keyHash}`,
      ISOCHAIN_CONFIG_JSON: JSON.stringify({ limits }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  let text = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  const { url } = JSON.parse(text.split('\n', 1)[0] ?? '') as { url: string };
  return { child, url, exit };
}

describe('a process that is told to stop', () => {
  it('says that it is not ready while it still answers, and ends at once at the second signal', async () => {
    const { child, url, exit } = await start({ stopDelayMs: 600_000 });
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    child.kill('SIGTERM');
    let ready = await fetch(`${url}/ready`);
    // Signals come when they come.
    while (ready.status === 200) ready = await fetch(`${url}/ready`);
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
    expect(await ready.json()).toMatchObject({ status: { errors: [{ code: 'service.stopping' }] } });
    const health = await fetch(`${url}/health`);
    expect([health.status, health.headers.get('connection')]).toEqual([200, 'close']);
    child.kill('SIGTERM');
    expect(await exit).toBe(130);
  });

  it('ends without an error', async () => {
    const { child, url, exit } = await start({ stopDelayMs: 0 });
    await (await fetch(`${url}/health`)).text();
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});

it('goes on serving when nobody reads the log any more', async () => {
  const { child, url } = await start({});
  child.stdout?.destroy();
  for (let i = 0; i < 5; i++) expect((await fetch(`${url}/health`)).status).toBe(200);
  expect(child.exitCode).toBeNull();
});
