import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as ecc from '@bitcoinerlab/secp256k1';
import { litecoinIsAvailable, startLitecoin } from '@isochain/devnet/utxo';
import { payments } from 'bitcoinjs-lib';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { chains } from './chains.ts';
import { utxoOptionsSchema } from './options.ts';

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

  it.skipIf(!litecoinIsAvailable())('has an example that reads a balance, encodes, signs and sends', async () => {
    const engine = await startLitecoin({ chainId: 'bitcoin', bare: true });
    onTestFinished(() => engine.stop());
    const secret = createHash('sha256').update('readme').digest();
    const { address = '' } = payments.p2wpkh({ pubkey: ecc.pointFromScalar(secret, true) ?? new Uint8Array() });
    await engine.pay([8_000n, 9_000n].map((amount) => ({ to: address, amount })));
    const { fetch } = globalThis;
    const asked = new Set<string>();
    const said: string[] = [];
    vi.stubGlobal('fetch', (url: string | URL, init?: RequestInit) => {
      const { origin, pathname } = new URL(url);
      // The engine's own requests to its node.
      if (origin.includes('127.0.0.1')) return fetch(url, init);
      asked.add(`${origin}/api`);
      // The node stands in for Bitcoin's, and sees too little of a market to estimate fees.
      if (pathname === '/api/block-height/961632')
        return Promise.resolve(new Response(chains.bitcoin.checkpoints.bitcoin.hash));
      if (pathname === '/api/fee-estimates') return Promise.resolve(new Response('{"3":2.5}'));
      return fetch(`${engine.url}${pathname.replace(/^\/api/, '')}`, init);
    });
    vi.stubEnv('SECRET_KEY', secret.toString('hex'));
    vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)));
    await import('../test/example.ts');
    await engine.mine();
    expect(await engine.balanceOf('bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3')).toBe(10_000n);
    expect(said).toEqual(['17000 satoshi', expect.stringMatching(/^sent [0-9a-f]{64}$/)]);
    expect([...asked]).toEqual(['https://mempool.space/api']);
  });

  it('names every option of the family', () => {
    for (const option of Object.keys(utxoOptionsSchema.shape))
      expect(readme).toMatch(new RegExp(`^\\| \`${option}\` +\\|`, 'm'));
  });

  it('names every chain and every kind of upstream', () => {
    const kinds = ['esplora', 'blockbook', 'core', 'babylon', 'babylon-staking'];
    for (const name of [...Object.keys(chains), ...kinds])
      expect(readme).toMatch(new RegExp(`^\\| \`${name}\` +\\|`, 'm'));
  });
});
