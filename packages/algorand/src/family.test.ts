import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { handIn } from '../test/hand-in.ts';
import { chainIds } from './chains.ts';
import { algorand } from './index.ts';

describe('the Algorand family', () => {
  it.each(chainIds)('opens %s', (chainId) => {
    expect(algorand.connect(chainId, { endpoints: ['https://node.example'] })).toBeDefined();
  });

  it('has a transaction that is known from elsewhere (test/hand-in/known-transaction.ts)', () => {
    expect(handIn.knownTransaction.encoded).not.toEqual([]);
  });

  it('depends on a library that makes its bytes (package.json)', () => {
    const { dependencies } = createRequire(import.meta.url)('../package.json');
    expect(Object.keys(dependencies).filter((name) => !['@isochain/core', 'zod'].includes(name))).not.toEqual([]);
  });
});
