import { readFileSync } from 'node:fs';
import { startCosmos } from '@isochain/devnet/cosmos';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { describeWithNode } from '../test/real-node.ts';
import { chains } from './chains.ts';
import { cosmosOptionsSchema } from './options.ts';

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
    for (const option of Object.keys(cosmosOptionsSchema.shape))
      expect(readme).toMatch(new RegExp(`^\\| \`${option}\` +\\|`, 'm'));
  });
});

describeWithNode('the example of the README', () => {
  it('reads a balance, encodes, signs and sends', async () => {
    const engine = await startCosmos({ chainId: 'cosmoshub', nativeChainId: 'cosmoshub-4' });
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
      vi.stubEnv('PRIVATE_KEY', engine.accounts[0]?.privateKey.slice(2) ?? '');
      vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)));
      await import('../test/example.ts');
      expect(said).toEqual(['10000000000 uatom', expect.stringMatching(/^sent [0-9A-F]{64}$/)]);
      const recipient = 'cosmos1qcrqvpsxqcrqvpsxqcrqvpsxqcrqvpsxjrxm2q';
      await expect.poll(() => engine.balanceOf(recipient), { timeout: 60_000 }).toBe(10_000n);
      expect(chains.cosmoshub.rest.map((url) => new URL(url).origin)).toEqual(expect.arrayContaining([...asked]));
      expect(asked.size).toBe(1);
    } finally {
      await engine.stop();
    }
  });
});
