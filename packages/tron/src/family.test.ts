import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { handIn } from '../test/hand-in.ts';
import { publicEndpoints, tronChainIds } from './chains.ts';
import { tronFamily } from './family.ts';
import { tron } from './index.ts';

describe('the Tron family', () => {
  it.each(tronChainIds)('opens %s', (chainId) => {
    expect(tron.connect(chainId, { endpoints: ['https://node.example'] })).toBeDefined();
  });

  it('has a transaction that is known from elsewhere (test/hand-in/known-transaction.ts)', () => {
    expect(handIn.knownTransaction.encoded).not.toEqual([]);
  });

  it('names every library that it imports (package.json)', () => {
    const { dependencies } = createRequire(import.meta.url)('../package.json');
    const imports = globSync(`${import.meta.dirname}/**/*.ts`)
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/from '((?:@[\w-]+\/)?[\w-]+)[^']*'/g)])
      .map(([, name = '']) => name)
      // Examples in comments import the package itself.
      .filter((name) => name !== '@isochain/tron');
    expect([...new Set(imports)].toSorted()).toEqual(Object.keys(dependencies).toSorted());
  });

  it('asks public endpoints of both kinds, each with its own name', () => {
    const endpoints = publicEndpoints('tron');
    const kinds = endpoints.map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['node', 'trongrid']));
    // One node alone could decide over money, and an outage of it would stop the chain.
    expect(kinds.filter((kind) => kind === 'node').length).toBeGreaterThan(1);
    const names = tron
      .connect('tron')
      .adapter.upstream.operation()
      .status()
      .map(({ name }) => name);
    expect(new Set(names).size).toBe(endpoints.length);
  });

  it('works with one node, whatever else is configured', () => {
    expect(
      Object.entries(tronFamily.upstreams)
        .filter(([, { isNode }]) => isNode)
        .map(([kind]) => kind),
    ).toEqual(['node']);
  });

  it('refuses a block 0 that is none (options)', () => {
    const read = (genesisId: unknown) => tronFamily.optionsSchema?.safeParse({ genesisId }).success;
    expect([read('ab'.repeat(32)), read(undefined)]).toEqual([true, true]);
    expect([read('AB'.repeat(32)), read('0x12'), read(1)]).toEqual([false, false, false]);
  });
});
