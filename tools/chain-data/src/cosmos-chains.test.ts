import { describe, expect, it } from 'vitest';
import { identitiesOf } from './catalogue.ts';
import { buildCosmosChains } from './cosmos-chains.ts';
import { readCosmosSources } from './cosmos-source.ts';
import { catalogueOf } from './files.ts';
import { cosmosChainsWritten, sources } from './sources.ts';

const catalogue = catalogueOf(sources);
const identities = identitiesOf('cosmos', catalogue);
const chains = buildCosmosChains(identities, sources.cosmos);
const rows = Object.entries(chains);

describe('the Cosmos chains', () => {
  it('are those of the catalogue, in its order', () => {
    expect(Object.keys(chains)).toEqual(Object.keys(identities));
  });

  it('sign and derive keys as the chain registry says, where the specification says otherwise', () => {
    // cosmos/chain-registry: slip44 of each chain.json, in chain-registry@2.0.251 of npm.
    const coinTypes = { band: '494', dymension: '60', terra2: '330', 'lum-network': '880', medibloc: '371' };
    const more = { bitsong: '639', 'humans-ai': '60', provenance: '505', kava: '459' };
    for (const [id, coinType] of Object.entries({ ...coinTypes, ...more })) {
      expect(catalogue[id]?.signerSpec.coinType, id).toBe(coinType);
      expect(chains[id]?.otherCoinTypes, id).toEqual(['118']);
    }
    expect(rows.filter(([, { otherCoinTypes }]) => otherCoinTypes)).toHaveLength(9);
    const keccak = rows.filter(([id]) => catalogue[id]?.signerSpec.hashFunction === 'keccak256').map(([id]) => id);
    expect(keccak).toEqual(['injective', 'dymension', 'evmos', 'humans-ai']);
  });

  it('pay rewards when a stake changes, except for Celestia', () => {
    // celestiaorg/CIPs cip-030
    const kept = rows.filter(([, { rewards }]) => rewards === 'kept').map(([id]) => id);
    expect(kept).toEqual(['celestia', 'celestia-testnet']);
  });

  it('are the networks that run now, and know those in their place before', () => {
    const networks = rows.flatMap(([id, { replacedNativeId }]) =>
      replacedNativeId === undefined ? [] : [[id, catalogue[id]?.nativeId, replacedNativeId]],
    );
    expect(networks).toEqual([
      ['cosmoshub-testnet', 'provider', 'theta-testnet-001'],
      ['celestia-testnet', 'mocha-5', 'mocha-4'],
      ['babylon-testnet', 'bbn-test-6', 'bbn-test-5'],
    ]);
    expect(catalogue.bitsong?.nativeId).toBe('bitsong-2b');
    expect(catalogue.saga?.nativeId).toBe('ssc-1');
    expect(catalogue['humans-ai']?.nativeId).toBe('humans_1089-1');
  });

  it('have prefixes of their own, but for test networks', () => {
    const main = rows.filter(([id]) => catalogue[id]?.isTestnetFor === undefined);
    expect(new Set(main.map(([, { prefix }]) => prefix)).size).toBe(main.length);
    // chainapsis/keplr-chain-registry, cosmos/irishub.json
    expect(chains.irisnet).toMatchObject({ prefix: 'iaa', validatorPrefix: 'iva' });
    for (const [id, { prefix, validatorPrefix }] of rows) {
      if (id !== 'irisnet') expect(validatorPrefix, id).toBe(`${prefix}valoper`);
    }
  });

  it('have https endpoints of both kinds, unless they have ended', () => {
    for (const [id, { rest, rpc, explorer, stopped }] of rows) {
      if (stopped === undefined) expect(Math.min(rest.length, rpc.length), id).toBeGreaterThanOrEqual(1);
      else expect([...rest, ...rpc, explorer], id).toEqual([null]);
      for (const url of [...rest, ...rpc]) expect(url, id).toMatch(/^https:\/\/[^?#@]+[^/]$/);
    }
    const ended = rows.filter(([, { stopped }]) => stopped !== undefined).map(([id]) => id);
    expect(ended).toEqual(['stargaze', 'evmos', 'omniflix']);
  });

  it('make blocks in ten seconds at most', () => {
    const slow = rows.filter(([, { blockTimeMs }]) => blockTimeMs !== 6000);
    expect(slow.map(([id, { blockTimeMs }]) => [id, blockTimeMs])).toEqual([
      ['babylon', 10000],
      ['babylon-testnet', 10000],
    ]);
  });

  it('warn of their end, or say what became of their coin', () => {
    const sunsets = rows.filter(([, { sunset }]) => sunset !== undefined).map(([id]) => id);
    expect(sunsets).toEqual(['akash', 'sei', 'quasar', 'likecoin', 'quicksilver']);
    for (const [id, { sunset, stopped }] of rows) {
      for (const text of [sunset, stopped?.reason]) if (text !== undefined) expect(text, id).toMatch(/^[A-Z].+\.$/);
    }
  });

  it('pay prices of the size that their decimals want', () => {
    // Of 18 decimals, where wallets paid with prices of 6: chainapsis/keplr-wallet#308.
    for (const id of ['dydx', 'injective', 'dymension', 'humans-ai', 'seda']) {
      expect(catalogue[id]?.decimals, id).toBe(18);
      expect(Number(chains[id]?.gasPrice.average), id).toBeGreaterThan(1e8);
    }
    expect(chains.cosmoshub?.gasPrice).toEqual({ min: '0.005', low: '0.01', average: '0.025', high: '0.03' });
  });
});

type Row = (typeof cosmosChainsWritten)['chains']['cosmoshub'];

/** Builds with one row changed. */
function buildWith(change: (row: Row) => object, id: 'cosmoshub' | 'stargaze' = 'cosmoshub') {
  const written = structuredClone(cosmosChainsWritten);
  const changed = change(written.chains[id] as Row);
  return buildCosmosChains(identities, readCosmosSources({ ...written, chains: { ...written.chains, [id]: changed } }));
}

describe('a row of cosmos-chains.json', () => {
  it.each<[string, (row: Row) => object, RegExp]>([
    ['without a source', ({ source: _, ...row }) => row, /cosmoshub\.source/],
    ['with a field that nobody knows', (row) => ({ ...row, colour: 'red' }), /cosmoshub: .*colour/],
    [
      'with a price in exponents',
      (row) => ({ ...row, fees: { ...row.fees, gasPrice: { ...row.fees.gasPrice, average: '1e9' } } }),
      /fees\.gasPrice\.average/,
    ],
    [
      'with prices that fall',
      (row) => ({ ...row, fees: { ...row.fees, gasPrice: { ...row.fees.gasPrice, high: '0.001' } } }),
      /gasPrice has to rise/,
    ],
    [
      'with a ceiling without a source',
      (row) => ({ ...row, fees: { ...row.fees, gasPrice: { ...row.fees.gasPrice, ceiling: '5' } } }),
      /a ceiling and its source/,
    ],
    [
      'with gas that is no number',
      (row) => ({ ...row, gas: { stake: '1e5', source: 'nobody says so' } }),
      /gas\.stake/,
    ],
    ['with keys of the wrong kind', (row) => ({ ...row, keys: 'ethermint' }), /cosmoshub\.keys/],
    [
      'with the coin type of the catalogue as another',
      (row) => ({ ...row, otherCoinTypes: { coinTypes: ['118'], source: 'some wallets' } }),
      /otherCoinTypes/,
    ],
    [
      'that replaces itself',
      (row) => ({ ...row, replaces: { nativeId: 'cosmoshub-4', source: 'nobody says so' } }),
      /replaces/,
    ],
    ['without endpoints', (row) => ({ ...row, rest: [] }), /rest and rpc/],
    ['with one host twice', (row) => ({ ...row, rpc: [row.rpc[0], row.rpc[0]] }), /cosmoshub\.rpc/],
    ['with an endpoint that is no https URL', (row) => ({ ...row, rpc: ['http://node.example'] }), /cosmoshub\.rpc/],
    ['with a malformed denomination', (row) => ({ ...row, denom: 'u' }), /cosmoshub\.denom/],
  ])('%s is refused', (_, change, message) => {
    expect(() => buildWith(change)).toThrow(message);
  });

  it('of a chain that has ended can have no endpoints', () => {
    expect(() => buildWith((row) => ({ ...row, rest: ['https://node.example'] }), 'stargaze')).toThrow(
      /stargaze\.stopped/,
    );
    expect(() =>
      buildWith((row) => ({ ...row, sunset: { text: 'Soon.', source: 'nobody says so' } }), 'stargaze'),
    ).toThrow(/stargaze\.sunset/);
  });

  it('has to have a chain, and every chain a row', () => {
    const { cosmoshub, ...others } = sources.cosmos.chains;
    expect(() => buildCosmosChains(identities, { ...sources.cosmos, chains: others })).toThrow('lacks cosmoshub');
    const extra = {
      ...others,
      cosmoshub: cosmoshub as NonNullable<typeof cosmoshub>,
      atlantis: cosmoshub as NonNullable<typeof cosmoshub>,
    };
    expect(() => buildCosmosChains(identities, { ...sources.cosmos, chains: extra })).toThrow('atlantis');
  });
});
