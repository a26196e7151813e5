import { describe, expect, it } from 'vitest';
import { type ChainId, catalogue, chainIds, chainIdsOnPath, families, isChainId } from './catalogue.ts';

/** Main networks that the specification names, and has no identifier for. */
const notListed = ['injective-evm', 'monad'];

// "Chain identifier" and "Per-endpoint subsets" of the interface specification, row by row.
const table = `
  algorand cosmoshub cosmoshub-testnet osmosis osmosis-testnet celestia
  celestia-testnet dydx axelar ethereum sepolia hoodi
  holesky zksync zksync-sepolia injective-evm-testnet base base-sepolia
  optimism optimism-sepolia arbitrum arbitrum-sepolia bitcoin bitcoin-testnet
  bitcoin-signet polygon polygon-amoy bsc bsc-testnet linea
  linea-sepolia avalanche avalanche-fuji gnosis gnosis-chiado moonbeam
  moonriver moonbase fantom mantle litecoin dogecoin
  ton chiliz chiliz-testnet injective akash band
  dymension kyve terra2 stargaze tron evmos
  irisnet juno lum-network omniflix sei medibloc
  passage quasar seda sommelier shentu stride
  chihuahua bitsong persistence comdex fetch-ai humans-ai
  ki likecoin provenance quicksilver saga kava
  starknet starknet-sepolia babylon babylon-testnet monad-testnet berachain
  berachain-bepolia cronos world-chain world-chain-sepolia hyperliquid solana
  aptos aptos-testnet stellar stellar-testnet rootstock rootstock-testnet`;

const withoutTokenDetails = `bitcoin bitcoin-testnet bitcoin-signet litecoin dogecoin mantle stellar stellar-testnet rootstock rootstock-testnet`;

const withHistory = `
  cosmoshub osmosis celestia dydx axelar ethereum sepolia holesky base base-sepolia optimism optimism-sepolia arbitrum arbitrum-sepolia
  polygon polygon-amoy bsc bsc-testnet linea linea-sepolia avalanche avalanche-fuji gnosis gnosis-chiado moonbeam moonriver moonbase fantom
  injective akash evmos juno sei stride kava starknet starknet-sepolia babylon babylon-testnet monad-testnet cronos world-chain solana
  aptos aptos-testnet stellar stellar-testnet`;

const words = (text: string) => text.trim().split(/\s+/);

describe('the catalogue', () => {
  it('has the 96 identifiers of the specification, in its order', () => {
    expect(words(table)).toHaveLength(96);
    expect(chainIds).toEqual(words(table));
  });

  it('accepts all but Rootstock for encode and broadcast', () => {
    expect(chainIdsOnPath('encode')).toEqual(words(table).filter((id) => !id.startsWith('rootstock')));
  });

  it('accepts all but ten for token details', () => {
    expect(chainIdsOnPath('token')).toEqual(words(table).filter((id) => !words(withoutTokenDetails).includes(id)));
  });

  it('accepts 47 for the history', () => {
    expect(words(withHistory)).toHaveLength(47);
    expect(chainIdsOnPath('history').toSorted()).toEqual(words(withHistory).toSorted());
  });

  it.each(Object.entries(catalogue))('%s is described', (_, chain) => {
    expect(families).toContain(chain.family);
    expect(chain.nativeId).not.toBe('');
    expect(chain.name).not.toBe('');
    expect(chain.ticker).toMatch(/^[A-Za-z]{2,6}$/);
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
  it('knows the identifiers and nothing else', () => {
    expect(isChainId('base')).toBe(true);
    for (const text of ['', 'Base', 'base ', 'toString', '__proto__', 'constructor', 'hasOwnProperty', '8453']) {
      expect(isChainId(text)).toBe(false);
    }
  });
});
