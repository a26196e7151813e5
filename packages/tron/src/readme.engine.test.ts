import { readFileSync } from 'node:fs';
import { startTron } from '@isochain/devnet/tron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { publicEndpoints } from './chains.ts';
import { tronOptionsSchema } from './options.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const example = readFileSync(new URL('../test/example.ts', import.meta.url), 'utf8');

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('the README', () => {
  it('has the example that this test runs', () => {
    expect(readme).toContain(`\`\`\`ts example.ts\n${example}\`\`\`\n`);
  });

  it('names every option of the family', () => {
    for (const option of Object.keys(tronOptionsSchema.shape))
      expect(readme).toMatch(new RegExp(`^\\| \`${option}\` +\\|`, 'm'));
  });

  it('has an example that reads a balance, encodes, signs and sends', async () => {
    const engine = await startTron({ now: Date.now });
    try {
      const { fetch } = globalThis;
      const asked = new Set<string>();
      const said: string[] = [];
      vi.stubGlobal('fetch', (url: string | URL, init?: RequestInit) => {
        const { origin, pathname, search } = new URL(url);
        if (origin === new URL(engine.url).origin) return fetch(url, init);
        asked.add(origin);
        return fetch(`${engine.url}${pathname}${search}`, init);
      });
      vi.stubEnv('PRIVATE_KEY', engine.accounts[0]?.privateKey ?? '');
      vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)));
      await import('../test/example.ts');
      expect(said).toEqual(['10000000000 sun', expect.stringMatching(/^sent [0-9a-f]{64}$/)]);
      expect(await engine.balance('TVKG4gUar24bpAVrDv4GSzyDRtPkjPkogL')).toBe(10_000n);
      expect(publicEndpoints('tron').map(({ url }) => url)).toEqual(expect.arrayContaining([...asked]));
      expect(asked.size).toBe(1);
    } finally {
      await engine.stop();
    }
  });
});
