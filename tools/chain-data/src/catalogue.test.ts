import { describe, expect, it } from 'vitest';
import { families } from '../../../packages/core/src/family-names.ts';
import { buildCatalogue } from './catalogue.ts';
import { type Correction, corrections, mainNetworksElsewhere, specifiedChains } from './sources.ts';

const catalogue = buildCatalogue(specifiedChains, corrections, mainNetworksElsewhere);

/** The catalogue with one correction more than the committed ones. */
function corrected(correction: Omit<Correction, 'source'>) {
  return () =>
    buildCatalogue(specifiedChains, [...corrections, { ...correction, source: 'a test' }], mainNetworksElsewhere);
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
      const main = catalogue[isTestnetFor ?? ''];
      if (main) expect(main, id).toMatchObject({ family: catalogue[id]?.family });
      if (main) expect(main, id).not.toHaveProperty('isTestnetFor');
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

  it.each([
    ['injective-evm-testnet', 'injective-evm'],
    ['monad-testnet', 'monad'],
    ['starknet-sepolia', 'starknet'],
  ])('%s is a test network of %s', (id, isTestnetFor) => {
    expect(catalogue[id]).toMatchObject({ isTestnetFor });
  });

  it('says of every test network whose it is', () => {
    const without = Object.entries(catalogue).filter(([, { isTestnetFor }]) => isTestnetFor === undefined);
    for (const [id, { name }] of without)
      expect(`${id} ${name}`).not.toMatch(/test|sepolia|signet|fuji|chiado|spicy|alpha/i);
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
  });

  it('are refused for an unknown chain, field or value', () => {
    expect(corrected({ chain: 'goerli', set: { name: 'Goerli' } })).toThrow('no chain "goerli"');
    expect(corrected({ chain: 'ton', set: { hashFunction: 'md5' } })).toThrow('hashFunction of ton is "md5"');
    expect(corrected({ chain: 'ton', set: { isTestnetFor: 'atlantis' } })).toThrow('isTestnetFor is "atlantis"');
  });
});
