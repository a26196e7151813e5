import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { handIn } from '../test/hand-in.ts';
import { publicEndpoints, starknetChainIds } from './chains.ts';
import { starknetFamily } from './family.ts';
import { starknet } from './index.ts';

describe('the Starknet family', () => {
  it.each(starknetChainIds)('opens %s', (chainId) => {
    expect(starknet.connect(chainId, { endpoints: ['https://node.example'] })).toBeDefined();
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
      .filter((name) => name !== '@isochain/starknet');
    expect([...new Set(imports)].toSorted()).toEqual(Object.keys(dependencies).toSorted());
  });

  it.each(starknetChainIds)('asks several public nodes of %s', (chainId) => {
    // One node alone could decide over money, and an outage of it would stop the chain.
    expect(publicEndpoints(chainId).length).toBeGreaterThan(1);
  });

  it('works with one node, whatever else is configured', () => {
    expect(
      Object.entries(starknetFamily.upstreams)
        .filter(([, { isNode }]) => isNode)
        .map(([kind]) => kind),
    ).toEqual(['node']);
  });
});
