import { describe, expect, it } from 'vitest';
import { families } from '../../../packages/core/src/family-names.ts';
import { readAddedChains } from './added-chain.ts';
import { buildCatalogue } from './catalogue.ts';
import { catalogueOf } from './files.ts';
import { type Correction, sources } from './sources.ts';

const catalogue = catalogueOf(sources);

/** Builds the catalogue with one correction beside the committed ones. */
function corrected(correction: Omit<Correction, 'source'>) {
  return () =>
    buildCatalogue({ ...sources, corrections: [...sources.corrections, { ...correction, source: 'a test' }] });
}

describe('the catalogue', () => {
  it('has all ten families', () => {
    expect(new Set(Object.values(catalogue).map(({ family }) => family))).toEqual(new Set(families));
  });

  it('has no native identifier twice in a family', () => {
    const names = Object.values(catalogue).map(({ family, nativeId }) => `${family}:${nativeId}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('never names a test network as the main network of another', () => {
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

  it('names the main network of every test network', () => {
    const without = Object.entries(catalogue).filter(([, { isTestnetFor }]) => isTestnetFor === undefined);
    for (const [id, { name }] of without)
      expect(`${id} ${name}`).not.toMatch(/test|sepolia|signet|fuji|chiado|spicy|alpha/i);
  });
});

describe('corrections', () => {
  it('each has a source', () => {
    for (const { chain, source } of sources.corrections) expect(source.length, chain).toBeGreaterThan(10);
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

describe('chains that the specification lacks', () => {
  const testnet4 = {
    ...{ family: 'bitcoin', nativeId: 'testnet4', name: 'Bitcoin Testnet4', ticker: 'TBTC', decimals: 8 },
    isTestnetFor: 'bitcoin',
    signerSpec: { coinType: '1' },
    paths: { token: false, history: false },
    source: 'BIP94, and SLIP-44 for the coin type',
  };

  function adding(chains: Readonly<Record<string, unknown>>) {
    return () => buildCatalogue({ ...sources, added: readAddedChains({ note: 'a test', chains }) });
  }

  it('come after the chains of the specification, and have the facts that their family shares', () => {
    const added = adding({ 'bitcoin-testnet4': testnet4 })();
    expect(Object.keys(added)).toEqual([...Object.keys(sources.specified), 'bitcoin-testnet4']);
    expect(added['bitcoin-testnet4']).toEqual({
      ...{ family: 'bitcoin', nativeId: 'testnet4', name: 'Bitcoin Testnet4', ticker: 'TBTC', decimals: 8 },
      isTestnetFor: 'bitcoin',
      signerSpec: { curve: 'secp256k1', hashFunction: 'sha256', signatureFormat: 'rs', coinType: '1' },
      paths: { encode: true, token: false, history: false },
    });
  });

  it.each([
    ['of an unknown family', { family: 'dogs' }, 'added-chains.json: new.family: it has to be a family'],
    ['of the EVM family', { family: 'evm' }, 'EVM chains are rows of evm-chains.json'],
    ['without a name', { name: undefined }, 'added-chains.json: new.name: '],
    ['with a field that nobody knows', { tickr: 'BTC' }, 'added-chains.json: new: Unrecognized key: "tickr"'],
    ['with a wrong curve', { signerSpec: { curve: 'p256' } }, 'added-chains.json: new.signerSpec.curve: '],
    ['whose coin type does not follow', { signerSpec: {} }, 'new: signerSpec.coinType is missing'],
    ['of a main network that is none', { isTestnetFor: 'atlantis' }, 'new: isTestnetFor is "atlantis"'],
    ['with the native id of another one', { nativeId: catalogue.litecoin?.nativeId }, 'which is that of litecoin'],
  ])('are refused %s', (_, change, message) => {
    expect(adding({ new: { ...testnet4, ...change } })).toThrow(message);
  });

  it('are refused if the specification has them, or if their id is malformed', () => {
    expect(adding({ dogecoin: testnet4 })).toThrow("dogecoin is in chains.json, the specification's list");
    expect(adding({ 'Bitcoin Testnet4': testnet4 })).toThrow('Bitcoin Testnet4: an id is words in lower case');
  });
});
