import { describe, expect, it } from 'vitest';
import { aptosChainIds } from './chains.ts';
import { aptos } from './index.ts';

describe('the Aptos family', () => {
  it.each(aptosChainIds)('opens %s', (chainId) => {
    expect(aptos.connect(chainId, { endpoints: ['https://node.example'] })).toBeDefined();
  });
});
