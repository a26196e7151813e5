import { readFileSync } from 'node:fs';
import { startStarknet } from '@isochain/devnet/starknet';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { publicEndpoints } from './chains.ts';
import { starknetOptionsSchema } from './options.ts';

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
    for (const option of Object.keys(starknetOptionsSchema.shape))
      expect(readme).toMatch(new RegExp(`^\\| \`${option}\` +\\|`, 'm'));
  });

  it('has an example that reads a balance, encodes, signs and sends', async () => {
    const engine = await startStarknet({ chainId: 'starknet' });
    try {
      // The clock of the stand-in is its own.
      await engine.advance(Math.max(0, Math.ceil(Date.now() / 1000) - engine.now()));
      const { fetch } = globalThis;
      const asked = new Set<string>();
      const said: string[] = [];
      vi.stubGlobal('fetch', (url: string | URL, init?: RequestInit) => {
        const { href, origin } = new URL(url);
        if (origin === new URL(engine.url).origin) return fetch(url, init);
        asked.add(href);
        return fetch(engine.url, init);
      });
      vi.stubEnv('PRIVATE_KEY', engine.accounts[0]?.privateKey ?? '');
      vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)));
      await import('../test/example.ts');
      expect(said).toEqual(['10000000000000000000000 FRI', expect.stringMatching(/^sent 0x[0-9a-f]{60,64}$/)]);
      const recipient = '0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966';
      expect(await engine.balance(recipient)).toBe(10_000n);
      const usual = publicEndpoints('starknet').map(({ url }) => new URL(url).href);
      expect(usual).toEqual(expect.arrayContaining([...asked]));
      // What is signed goes to both endpoints of the example.
      expect(asked.size).toBe(2);
    } finally {
      await engine.stop();
    }
  });
});
