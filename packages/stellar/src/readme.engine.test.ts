import { readFileSync } from 'node:fs';
import { startStellar } from '@isochain/devnet/stellar';
import { Keypair } from '@stellar/stellar-base';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { publicEndpoints } from './chains.ts';
import { stellarOptionsSchema } from './options.ts';

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
    for (const option of Object.keys(stellarOptionsSchema.shape))
      expect(readme).toMatch(new RegExp(`^\\| \`${option}\` +\\|`, 'm'));
  });

  it('has an example that reads a balance, encodes, signs and sends', async () => {
    const engine = await startStellar({ now: Date.now });
    try {
      const { fetch } = globalThis;
      const asked = new Set<string>();
      const said: string[] = [];
      vi.stubGlobal('fetch', (url: string | URL, init?: RequestInit) => {
        const { origin, pathname, search } = new URL(url);
        const own = new URL(engine.url).origin;
        if (origin === own) return fetch(url, init);
        asked.add(origin);
        return fetch(`${own}${pathname}${search}`, init);
      });
      const seed = Buffer.from(engine.accounts[0]?.privateKey.slice(2) ?? '', 'hex');
      vi.stubEnv('STELLAR_SECRET', Keypair.fromRawEd25519Seed(seed).secret());
      vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)));
      const recipient = engine.accounts[1]?.address ?? '';
      const before = await engine.balance(recipient);
      await import('../test/example.ts');
      expect(said).toEqual([expect.stringMatching(/^\d+ stroops$/), expect.stringMatching(/^sent [0-9a-f]{64}$/)]);
      expect(await engine.balance(recipient)).toBe(before + 10_000n);
      expect(publicEndpoints('stellar')).toEqual(expect.arrayContaining([...asked]));
      expect(asked.size).toBe(1);
    } finally {
      await engine.stop();
    }
  });
});
