import { describe, expect, it } from 'vitest';
import { buildCatalogue } from './catalogue.ts';
import { catalogueOf } from './files.ts';
import { sources, specifiedCounts } from './sources.ts';

// The identifiers as the text of the specification has them: the table, row by row, and its rules for single paths. Written down here
// a second time, so that a slip in sources/chains.json cannot hide. Chains that were added beside the specification do not belong here.
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

  it('are untouched by chains that were added', () => {
    expect(Object.entries(catalogueOf(sources)).slice(0, table.length)).toEqual(Object.entries(catalogue));
  });

  it('encode and broadcast accept all but the two of Rootstock', () => {
    expect(idsOn('encode')).toEqual(table.filter((id) => !rootstock.includes(id)));
  });

  it('token details are there for all but those of rule 4', () => {
    expect(idsOn('token')).toEqual(table.filter((id) => !withoutTokenDetails.includes(id)));
  });

  it('the history is there for those of rule 5', () => {
    expect(idsOn('history')).toEqual(table.filter((id) => withHistory.includes(id)));
    expect(idsOn('history')).toHaveLength(withHistory.length);
  });

  it('the counts of the source agree', () => {
    const counted = { encode: idsOn('encode').length, token: idsOn('token').length, history: idsOn('history').length };
    expect(specifiedCounts).toEqual({ all: table.length, ...counted });
  });
});
