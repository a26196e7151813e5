import { describe, expect, it } from 'vitest';
import { buildCatalogue } from './catalogue.ts';
import { catalogueOf } from './files.ts';
import { sources, specifiedCounts } from './sources.ts';

// The identifiers in the text of the specification: its table, row by row, and its rules for single paths. They are written down a second time here,
// to find slips in sources/chains.json. Chains that we added do not belong here.
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
  aptos aptos-testnet stellar stellar-testnet rootstock rootstock-testnet
`
  .trim()
  .split(/\s+/);

const rootstock = ['rootstock', 'rootstock-testnet'];

// Rule 4.
const withoutTokenDetails = [
  ...['bitcoin', 'bitcoin-testnet', 'bitcoin-signet', 'litecoin', 'dogecoin'],
  ...['mantle', 'stellar', 'stellar-testnet'],
  ...rootstock,
];

// Rule 5.
const withHistory = `
  cosmoshub osmosis celestia dydx axelar ethereum sepolia holesky base base-sepolia optimism optimism-sepolia arbitrum arbitrum-sepolia
  polygon polygon-amoy bsc bsc-testnet linea linea-sepolia avalanche avalanche-fuji gnosis gnosis-chiado moonbeam moonriver moonbase fantom
  injective akash evmos juno sei stride kava starknet starknet-sepolia babylon babylon-testnet monad-testnet cronos world-chain solana
  aptos aptos-testnet stellar stellar-testnet
`
  .trim()
  .split(/\s+/);

const catalogue = buildCatalogue({ ...sources, added: {} });

function idsOn(path: 'encode' | 'token' | 'history'): string[] {
  return Object.entries(catalogue)
    .filter(([, { paths }]) => paths[path])
    .map(([id]) => id);
}

describe('the catalogue and the text of the specification', () => {
  it('have the same identifiers in the same order', () => {
    expect(Object.keys(catalogue)).toEqual(table);
  });

  it('stay the same when chains are added', () => {
    expect(Object.entries(catalogueOf(sources)).slice(0, table.length)).toEqual(Object.entries(catalogue));
  });

  it('accept all chains for encode and broadcast, except the two of Rootstock', () => {
    expect(idsOn('encode')).toEqual(table.filter((id) => !rootstock.includes(id)));
  });

  it('accept all chains for token details, except the chains of rule 4', () => {
    expect(idsOn('token')).toEqual(table.filter((id) => !withoutTokenDetails.includes(id)));
  });

  it('accept the chains of rule 5 for the history', () => {
    expect(idsOn('history')).toEqual(table.filter((id) => withHistory.includes(id)));
    expect(idsOn('history')).toHaveLength(withHistory.length);
  });

  it('have the counts that the source names', () => {
    const counted = { encode: idsOn('encode').length, token: idsOn('token').length, history: idsOn('history').length };
    expect(specifiedCounts).toEqual({ all: table.length, ...counted });
  });
});
