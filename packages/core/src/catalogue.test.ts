import { describe, expect, it } from 'vitest';
import { catalogue, chainIdsOnPath } from './catalogue.ts';
import { type ChainId, chainIds, chainNames, isChainId } from './chain-ids.ts';
import { families } from './family-names.ts';

/** Main networks that the specification names without an identifier. */
const notListed = ['injective-evm', 'monad'];

// tools/chain-data tests that this is the list of the specification. Here are the assumptions of this package.

describe('the catalogue', () => {
  it('lists its chains in its own order, and the chains that a path accepts', () => {
    expect(chainIds).toEqual(Object.keys(catalogue));
    for (const path of ['encode', 'token', 'history'] as const) {
      const accepted = chainIds.filter((id) => catalogue[id].paths[path]);
      expect(chainIdsOnPath(path)).toEqual(accepted);
      expect(accepted.length).toBeGreaterThan(0);
      expect(accepted.length).toBeLessThan(chainIds.length);
    }
  });

  it.each(Object.entries(catalogue))('%s is described', (id, chain) => {
    expect(chain.name).toBe(chainNames[id as ChainId]);
    expect(families).toContain(chain.family);
    expect(chain.nativeId).not.toBe('');
    expect(chain.name).not.toBe('');
    expect(chain.ticker).toMatch(/^[A-Za-z0-9]{1,10}$/);
    expect(chain.decimals).toBeGreaterThanOrEqual(0);
    expect(chain.decimals).toBeLessThanOrEqual(24);
    expect(chain.signerSpec.coinType).toMatch(/^\d+$/);
    if (chain.isTestnetFor !== undefined) expect([...chainIds, ...notListed]).toContain(chain.isTestnetFor);
  });

  it('tells chains of one family apart by their native id', () => {
    const named = chainIds.map((id: ChainId) => `${catalogue[id].family} ${catalogue[id].nativeId}`);
    expect(new Set(named).size).toBe(named.length);
  });
});

describe('isChainId', () => {
  it('takes only the identifiers of the catalogue', () => {
    expect(isChainId('base')).toBe(true);
    for (const text of ['', 'Base', 'base ', 'toString', '__proto__', 'constructor', 'hasOwnProperty', '8453']) {
      expect(isChainId(text)).toBe(false);
    }
  });
});
