import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import optimism from '@eth-optimism/tokenlist';
import * as viemTokens from 'viem/tokens';

// Token lists of others, from npm. Tests compare our lists with them. Nothing of them is shipped.

/** What a list says about one token. */
export interface Listing {
  readonly symbol: string;
  readonly decimals: number;
}

/** Tokens by chain id and address in lower case: `1:0xabc…`. */
export type TokenList = ReadonlyMap<string, Listing>;

type Row = Listing & { readonly chainId: number | string; readonly address: string };

/** How lists name a token. */
export function keyOf(chainId: number | string, address: string): string {
  return `${chainId}:${address.toLowerCase()}`;
}

function listOf(rows: readonly Row[]): TokenList {
  return new Map(rows.map(({ chainId, address, symbol, decimals }) => [keyOf(chainId, address), { symbol, decimals }]));
}

/** The package declares CommonJS types for its ES module, hence the second `default`. */
const ofOptimism = () => listOf(optimism.default.tokens);

const ofViem = () =>
  listOf(
    Object.values(viemTokens)
      .filter((token) => typeof token === 'function' && 'addresses' in token)
      .flatMap(({ addresses, symbol, decimals }) =>
        Object.entries(addresses).map(([chainId, address]) => ({ chainId, address, symbol: symbol ?? '', decimals })),
      ),
  );

const load = createRequire(import.meta.url);

/** The list is a file beside the code, which the package does not export. */
function ofAave(): TokenList {
  const file = new URL('../tokenlist.json', `file://${load.resolve('@aave-dao/aave-address-book')}`);
  return listOf((JSON.parse(readFileSync(file, 'utf8')) as { tokens: Row[] }).tokens);
}

/** Loads a package without its types: they name every single address, and the compiler needs long for them. */
function ofBeefy(): TokenList {
  const { addressBook } = load('@beefyfinance/blockchain-addressbook') as {
    addressBook: Readonly<Record<string, { tokens: Readonly<Record<string, Row>> }>>;
  };
  return listOf(Object.values(addressBook).flatMap(({ tokens }) => Object.values(tokens)));
}

/** The lists by their names in tokens.json. */
export const secondLists: Readonly<Record<'optimism' | 'viem' | 'aave' | 'beefy', TokenList>> = {
  optimism: ofOptimism(),
  viem: ofViem(),
  aave: ofAave(),
  beefy: ofBeefy(),
};
