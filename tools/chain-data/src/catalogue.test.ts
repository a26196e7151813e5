import { describe, expect, it } from 'vitest';
import { buildCatalogue, families } from './catalogue.ts';
import { type Correction, corrections, specifiedChains } from './sources.ts';

const catalogue = buildCatalogue(specifiedChains, corrections);

/** The catalogue with one correction more than the committed ones. */
function corrected(correction: Omit<Correction, 'source'>) {
  return () => buildCatalogue(specifiedChains, [...corrections, { ...correction, source: 'a test' }]);
}

describe('the catalogue', () => {
  it('has all ten families', () => {
    expect(new Set(Object.values(catalogue).map(({ family }) => family))).toEqual(new Set(families));
  });

  it('has each native identifier once in a family', () => {
    const names = Object.values(catalogue).map(({ family, nativeId }) => `${family}:${nativeId}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('names as main network of a test network only a chain that is none itself', () => {
    for (const [id, { isTestnetFor }] of Object.entries(catalogue)) {
      if (isTestnetFor) expect(catalogue[isTestnetFor], id).toMatchObject({ family: catalogue[id]?.family });
      if (isTestnetFor) expect(catalogue[isTestnetFor], id).not.toHaveProperty('isTestnetFor');
    }
  });

  it.each([
    ['world-chain', { ticker: 'ETH' }],
    ['polygon-amoy', { ticker: 'POL' }],
    ['berachain-bepolia', { nativeId: '80069' }],
    ['injective-evm-testnet', { nativeId: '1439' }],
    ['hoodi', { nativeId: '560048', isTestnetFor: 'ethereum' }],
    ['hyperliquid', { nativeId: '999', name: 'HyperEVM', ticker: 'HYPE' }],
    ['bitsong', { nativeId: 'bitsong-2b' }],
    ['humans-ai', { decimals: 18, signerSpec: { hashFunction: 'keccak256', coinType: '60' } }],
  ])('corrects %s', (id, facts) => {
    expect(catalogue[id]).toMatchObject(facts);
  });

  it.each(['injective-evm-testnet', 'monad-testnet'])('%s stands for no main network of the list', (id) => {
    expect(catalogue[id]).not.toHaveProperty('isTestnetFor');
  });
});

describe('corrections', () => {
  it('each has a source', () => {
    for (const { chain, source } of corrections) expect(source.length, chain).toBeGreaterThan(10);
  });

  it('are refused when they change nothing', () => {
    expect(corrected({ chain: 'ton', set: { ticker: 'TON' } })).toThrow(
      "ticker of ton is 'TON' without the correction",
    );
    expect(corrected({ chain: 'ton', set: { coinType: '607' } })).toThrow('coinType of ton');
    expect(corrected({ chain: 'ton', unset: ['isTestnetFor'] })).toThrow('ton has no isTestnetFor');
  });

  it('are refused for an unknown chain, field or value', () => {
    expect(corrected({ chain: 'goerli', set: { name: 'Goerli' } })).toThrow('no chain "goerli"');
    expect(corrected({ chain: 'ton', unset: ['name'] })).toThrow('it has to be one of isTestnetFor');
    expect(corrected({ chain: 'ton', set: { hashFunction: 'md5' } })).toThrow('hashFunction of ton is "md5"');
    expect(corrected({ chain: 'ton', set: { isTestnetFor: 'monad' } })).toThrow('isTestnetFor is "monad"');
  });
});
