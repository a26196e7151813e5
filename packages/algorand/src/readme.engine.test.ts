import { readFileSync } from 'node:fs';
import { startAlgorand } from '@isochain/devnet/algorand';
import algosdk from 'algosdk';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { publicEndpoints } from './chains.ts';
import { algorandOptionsSchema } from './options.ts';

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
    for (const option of Object.keys(algorandOptionsSchema.shape))
      expect(readme).toMatch(new RegExp(`^\\| \`${option}\` +\\|`, 'm'));
  });

  it('has an example that reads a balance, encodes, signs and sends', async () => {
    const engine = await startAlgorand({ now: Date.now });
    try {
      const { fetch } = globalThis;
      const asked = new Set<string>();
      const said: string[] = [];
      vi.stubGlobal('fetch', (url: string | URL, init?: RequestInit) => {
        const { origin, pathname, search } = new URL(url);
        const own = new URL(engine.algodUrl).origin;
        if (origin === own) return fetch(url, init);
        asked.add(origin);
        return fetch(`${own}${pathname}${search}`, init);
      });
      const seed = Buffer.from(engine.accounts[0]?.privateKey.slice(2) ?? '', 'hex');
      vi.stubEnv('ALGORAND_MNEMONIC', algosdk.secretKeyToMnemonic(seed));
      vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)));
      const recipient = engine.accounts[1]?.address ?? '';
      const before = await engine.balance(recipient);
      await import('../test/example.ts');
      expect(said).toEqual([expect.stringMatching(/^\d+ microAlgos$/), expect.stringMatching(/^sent [A-Z2-7]{52}$/)]);
      expect(await engine.balance(recipient)).toBe(before + 10_000n);
      expect(publicEndpoints('algorand').map(({ url }) => url)).toEqual(expect.arrayContaining([...asked]));
      expect(asked.size).toBe(1);
    } finally {
      await engine.stop();
    }
  });
});
