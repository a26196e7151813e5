import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as core from './index.ts';
import { ChainService } from './service/chain.ts';
import * as upstream from './upstream/index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const example = readFileSync(new URL('../test/example.ts', import.meta.url), 'utf8');

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the README', () => {
  it('has the example that this test runs', () => {
    expect(readme).toContain(`\`\`\`ts example.ts\n${example}\`\`\`\n`);
  });

  it('has an example that goes on to the second endpoint', async () => {
    const asked: string[] = [];
    const said: unknown[] = [];
    vi.stubGlobal('fetch', async (input: URL, init: RequestInit) => {
      asked.push(new URL(input).host);
      if (asked.length === 1) return new Response('busy', { status: 503 });
      expect(JSON.parse(String(init.body))).toMatchObject({
        method: 'eth_getBalance',
        params: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'latest'],
      });
      return Response.json({ jsonrpc: '2.0', id: 1, result: '0x14d1120d7b160000' });
    });
    vi.spyOn(console, 'log').mockImplementation((line) => void said.push(line));
    await import('../test/example.ts');
    expect(asked).toEqual(['mainnet.base.org', 'base-rpc.publicnode.com']);
    expect(said).toEqual(['1.5 ETH after 2 attempt(s)']);
  });

  it('names every export', () => {
    const values = [
      'catalogue',
      'chainIds',
      'chainNames',
      'chainIdsOnPath',
      'isChainId',
      'dataOfMode',
      'transactionData',
      'encodedItem',
    ];
    const more = ['accountState', 'parsedTransaction', 'token', 'validator', 'chainDetail', 'status', 'createFamily'];
    const rest = ['parseAmount', 'formatAmount', 'ceilDiv', 'problem', 'codes', 'refuse'];
    for (const name of [...values, ...more, ...rest, 'RefusedError', 'UpstreamError']) {
      expect(core).toHaveProperty(name);
      expect(readme).toContain(`\`${name}\``);
    }
    expect(upstream).toHaveProperty('createUpstream');
    expect(readme).toContain('`createUpstream`');
  });

  it('names every method of Chain', () => {
    const methods = Object.getOwnPropertyNames(ChainService.prototype).filter(
      (name) => !['constructor', 'id'].includes(name),
    );
    for (const method of methods) expect(readme).toContain(`\`${method}\``);
  });
});
