import { readFileSync } from 'node:fs';
import { startSolana } from '@isochain/devnet/solana';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testKey } from '../test/keys.ts';
import { chains } from './chains.ts';
import { solanaOptionsSchema } from './options.ts';

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

  it('has an example that reads a balance, encodes, signs and sends', async () => {
    // As the example has it, blocks must not be old.
    const engine = await startSolana({ now: Date.now });
    const seed = new Uint8Array(32).fill(9);
    const { address } = await testKey(seed);
    await engine.setBalance(address, 1_000_000_000n);
    const { fetch } = globalThis;
    const asked = new Set<string>();
    const said: string[] = [];
    vi.stubGlobal('fetch', (url: string | URL, init?: RequestInit) => {
      asked.add(String(url));
      return fetch(engine.url, init);
    });
    vi.stubEnv('SECRET_SEED', Buffer.from(seed).toString('hex'));
    vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)));
    await import('../test/example.ts');
    const recipient = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
    const { value } = await engine.rpc<{ value: number | bigint }>('getBalance', [recipient]);
    expect(BigInt(value)).toBe(10_000_000n);
    expect(said).toEqual(['1000000000 lamports', expect.stringMatching(/^sent [1-9A-HJ-NP-Za-km-z]{87,88}$/)]);
    expect([...asked].map((url) => new URL(url).origin)).toEqual([chains.solana.rpc[0].url]);
  });

  it('names every option of the family', () => {
    for (const option of Object.keys(solanaOptionsSchema.shape))
      expect(readme).toMatch(new RegExp(`^\\| \`${option}\` +\\|`, 'm'));
  });
});
