import { gzipSync } from 'node:zlib';
import * as viemTokens from 'viem/tokens';
import { getAddress } from 'viem/utils';
import { describe, expect, it } from 'vitest';
import { catalogueOf, generateFiles, tokenListFolders } from './files.ts';
import { keyOf, type Listing, secondLists } from './second-lists.ts';
import { sources, type TokenSource, tokenExceptions } from './sources.ts';
import { buildTokenLists, maxTokens } from './token-lists.ts';

const catalogue = catalogueOf(sources);
const { evm, tokens: tokensSource } = sources;
const ids = Object.keys(evm.chains);
const nativeIdOf = (id: string) => catalogue[id]?.nativeId ?? '';
const lists = buildTokenLists(ids, tokensSource, evm);

function rowsOf(source: string): [key: string, decimals: number][] {
  return Object.entries(tokensSource.chains).flatMap(([id, rows]) =>
    rows
      .filter(({ sources }) => sources.includes(source))
      .map(({ address, decimals }): [string, number] => [`${nativeIdOf(id)}:${address.toLowerCase()}`, decimals]),
  );
}

/** Builds a list of Ethereum that has this one row. */
function building(row: Partial<TokenSource>) {
  const whole = {
    address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    ticker: 'USDC',
    name: 'USD Coin',
    decimals: 6,
    sources: ['viem'],
  };
  return () => buildTokenLists(ids, { ...tokensSource, chains: { ethereum: [{ ...whole, ...row }] } }, evm);
}

describe('the token lists', () => {
  it('have between one and forty tokens, about 25 on the big chains', () => {
    for (const [id, tokens] of Object.entries(lists)) expect(tokens.length, id).toBeLessThanOrEqual(maxTokens);
    for (const id of ['ethereum', 'base', 'optimism', 'arbitrum', 'polygon', 'bsc', 'avalanche']) {
      expect(lists[id]?.length, id).toBeGreaterThanOrEqual(20);
    }
  });

  it('have addresses with the right checksum, each once', () => {
    for (const [id, tokens] of Object.entries(lists)) {
      const addresses = tokens.map(([address]) => address);
      expect(addresses, id).toEqual(addresses.map((address) => getAddress(address.toLowerCase())));
      expect(new Set(addresses).size, id).toBe(addresses.length);
    }
  });

  it('never hold the native coin, under any of its addresses', () => {
    const ownFaces = Object.values(evm.chains).flatMap(({ nativePseudoTokens }) => nativePseudoTokens?.addresses ?? []);
    const natives = [...ownFaces, ...evm.nativeStandIns.addresses];
    const listed: string[] = Object.values(lists).flatMap((tokens) => tokens.map(([address]) => address));
    for (const native of natives) expect(listed).not.toContain(native);
  });

  it('have USDC on every chain for which viem knows it', () => {
    // An added chain need not have a list.
    for (const id of ids.filter((id) => Object.hasOwn(sources.specified, id) || Object.hasOwn(lists, id))) {
      const nativeId = nativeIdOf(id);
      const address = Object.entries(viemTokens.usdc.addresses).find(([chainId]) => chainId === nativeId)?.[1];
      if (address) expect(lists[id], id).toContainEqual([address, 'USDC', expect.any(String), 6]);
    }
  });

  it('are small', () => {
    const files = generateFiles().filter(({ path }) => path.startsWith(`${tokenListFolders.evm}/`));
    const sizes = files.map(({ text }) => gzipSync(text).length);
    expect(Math.max(...sizes)).toBeLessThan(2_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(20_000);
  });
});

describe('the sources of the token lists', () => {
  // The least number of comparisons: a test that compares nothing proves nothing.
  it.each([
    ['optimism', 50],
    ['viem', 20],
    ['aave', 140],
    ['beefy', 240],
  ] as const)('agree with %s where they name it', (source, atLeast) => {
    const known = secondLists[source];
    expect(rowsOf(source).length).toBeGreaterThan(atLeast);
    for (const [key, decimals] of rowsOf(source)) expect(known.get(key)?.decimals, key).toBe(decimals);
  });

  it('are all used', () => {
    const used = new Set(Object.values(tokensSource.chains).flatMap((rows) => rows.flatMap(({ sources }) => sources)));
    expect(Object.keys(tokensSource.sources).sort()).toEqual([...used].sort());
  });

  it('have a permissive licence, except for single addresses from documentation', () => {
    const other = Object.entries(tokensSource.sources).filter(([, { licence }]) => licence !== 'MIT');
    for (const [key, { licence }] of other) {
      expect(licence, key).toContain('one address cited');
      expect(rowsOf(key), key).toHaveLength(1);
    }
  });
});

describe('the lists of others', () => {
  /** Each of our tokens, with what the other lists say about it. */
  const compared = Object.entries(tokensSource.chains).flatMap(([id, rows]) =>
    rows.map((row) => {
      const key = keyOf(nativeIdOf(id), row.address);
      return {
        id,
        ...row,
        listings: Object.values(secondLists).flatMap((list): Listing[] => [list.get(key) ?? []].flat()),
      };
    }),
  );
  const isListed = compared.filter(({ listings }) => listings.length > 0);

  it('know most of our tokens', () => {
    expect(isListed.length).toBeGreaterThan(280);
  });

  it('have the same decimals for each of our tokens', () => {
    const others = isListed.filter(({ decimals, listings }) =>
      listings.some((listing) => listing.decimals !== decimals),
    );
    expect(others.map(({ id, ticker }) => `${id} ${ticker}`)).toEqual([]);
  });

  it('agree with the symbol of each token in at least one list, with the documented exceptions', () => {
    const others = isListed.filter(({ ticker, listings }) => listings.every(({ symbol }) => symbol !== ticker));
    const said = others.map(({ id, ticker, listings }) => [
      id,
      ticker,
      [...new Set(listings.map(({ symbol }) => symbol))],
    ]);
    const documented = Object.entries(tokenExceptions.symbols).flatMap(([id, tickers]) =>
      Object.entries(tickers).map(([ticker, symbols]) => [id, ticker, symbols]),
    );
    expect(said.toSorted()).toEqual(documented.toSorted());
  });

  it('lack exactly the tokens that are documented as unlisted', () => {
    const unlisted = compared.filter(({ listings }) => listings.length === 0);
    const documented = Object.entries(tokenExceptions.unlisted).flatMap(([id, tickers]) =>
      tickers.map((ticker) => `${id} ${ticker}`),
    );
    expect(unlisted.map(({ id, ticker }) => `${id} ${ticker}`).toSorted()).toEqual(documented.toSorted());
  });
});

describe('tokens that were replaced', () => {
  it('are on no list, and no replacement is itself replaced', () => {
    for (const { chain, address, by } of tokensSource.replaced) {
      expect([address, by].map((one) => getAddress(one.toLowerCase()))).toEqual([address, by]);
      expect(lists[chain]?.map(([listed]) => listed)).not.toContain(address);
      expect(tokensSource.replaced.map((other) => other.address)).not.toContain(by);
    }
  });

  it('are refused in a list', () => {
    const [row] = tokensSource.replaced.filter(({ chain }) => chain === 'ethereum');
    expect(building({ address: row?.address ?? '' })).toThrow('both have one balance');
  });

  // Source: Monerium in cowprotocol/token-lists#1281 to #1284.
  it.each([
    ['gnosis', '0x420CA0f9B9b604cE0fd9C18EF134C705e5Fa3430'],
    ['polygon', '0xE0aEa583266584DafBB3f9C3211d5588c73fEa8d'],
  ])('are known by their newer face: EURe on %s', (id, address) => {
    expect(
      lists[id]?.filter(([, ticker]) => ticker.startsWith('EUR') && ticker !== 'EURC' && ticker !== 'EURA'),
    ).toEqual([[address, 'EURe', 'Monerium EURe', 18]]);
  });

  // smartcontractkit/documentation, src/content/resources/link-token-contracts.mdx.
  it('differ from the official token by ticker: LINK on polygon', () => {
    expect(lists.polygon?.filter(([, ticker]) => ticker.startsWith('LINK'))).toEqual([
      ['0xb0897686c545045aFc77CF20eC7A532E3120E0F1', 'LINK', 'Chainlink Token', 18],
      ['0x53E0bca35eC356BD5ddDFebbD1Fc0fD03FaBad39', 'LINK.e', 'LINK (PoS)', 18],
    ]);
  });

  it('say in their names that they are old: AERO and FRAX', () => {
    expect(lists.base).toContainEqual(['0x940181a94A35A4569E4529A3CDfB74e38FD98631', 'AERO', 'Aerodrome (old)', 18]);
    const frax = ['arbitrum', 'avalanche', 'optimism'].map(
      (id) => lists[id]?.find(([, ticker]) => ticker === 'FRAX')?.[2],
    );
    expect(frax).toEqual(['Legacy Frax Dollar', 'Legacy Frax Dollar', 'Legacy Frax Dollar']);
  });
});

describe('building a token list', () => {
  it.each<[string, Partial<TokenSource>]>([
    ['a wrong checksum', { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eb48' }],
    ['a stand-in for the native coin', { address: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE' }],
    ['no source', { sources: [] }],
    ['an unknown source', { sources: ['hearsay'] }],
    ['an invisible character', { name: 'USD\u202eCoin' }],
    ['an empty ticker', { ticker: '' }],
    ['decimals that are no byte', { decimals: 256 }],
  ])('refuses %s', (_, row) => {
    expect(building(row)).toThrow('ethereum');
  });

  it('refuses two tokens with one ticker', () => {
    const [first, second] = tokensSource.chains.ethereum ?? [];
    if (!first || !second) throw new Error('Ethereum has no list.');
    const chains = { ethereum: [first, { ...second, ticker: first.ticker.toLowerCase() }] };
    expect(() => buildTokenLists(ids, { ...tokensSource, chains }, evm)).toThrow('more than once');
  });

  it('refuses a chain that has stopped', () => {
    const chains = { moonbeam: tokensSource.chains.ethereum ?? [] };
    expect(() => buildTokenLists(ids, { ...tokensSource, chains }, evm)).toThrow('has moonbeam, which have stopped');
  });

  it('refuses a chain that is no EVM chain', () => {
    expect(() => buildTokenLists(['base'], tokensSource, evm)).toThrow('which are no EVM chains');
  });
});
