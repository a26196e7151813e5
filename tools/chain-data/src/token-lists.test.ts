import { gzipSync } from 'node:zlib';
import optimism from '@eth-optimism/tokenlist';
import * as viemTokens from 'viem/tokens';
import { getAddress } from 'viem/utils';
import { describe, expect, it } from 'vitest';
import { generateFiles, tokenListFolder } from './files.ts';
import { evmCuration, evmSources, type TokenSource, tokensSource } from './sources.ts';
import { buildTokenLists, maxTokens } from './token-lists.ts';

const ids = Object.keys(evmSources);
const lists = buildTokenLists(ids, tokensSource, evmCuration);

// What the two installed lists say: decimals by chain and address, as `1:0xabc…`.

/** The package declares CommonJS types for its ES module, hence the second `default`. */
function optimismList(): Map<string, number> {
  return new Map(
    optimism.default.tokens.map(({ chainId, address, decimals }) => [`${chainId}:${address.toLowerCase()}`, decimals]),
  );
}

function viemList(): Map<string, number> {
  const tokens = Object.values(viemTokens).filter((token) => typeof token === 'function' && 'addresses' in token);
  return new Map(
    tokens.flatMap(({ addresses, decimals }) =>
      Object.entries(addresses).map(([chainId, address]): [string, number] => [
        `${chainId}:${address.toLowerCase()}`,
        decimals,
      ]),
    ),
  );
}

function rowsOf(source: string): [key: string, decimals: number][] {
  return Object.entries(tokensSource.chains).flatMap(([id, rows]) =>
    rows
      .filter(({ sources }) => sources.includes(source))
      .map(({ address, decimals }): [string, number] => [
        `${evmSources[id]?.nativeId}:${address.toLowerCase()}`,
        decimals,
      ]),
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
  return () => buildTokenLists(ids, { ...tokensSource, chains: { ethereum: [{ ...whole, ...row }] } }, evmCuration);
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

  it('do not have the native coin in any of its disguises', () => {
    const { nativePseudoTokens, nativeStandIns } = evmCuration;
    const natives = [...nativePseudoTokens.flatMap(({ addresses }) => addresses), ...nativeStandIns.addresses];
    const listed: string[] = Object.values(lists).flatMap((tokens) => tokens.map(([address]) => address));
    for (const native of natives) expect(listed).not.toContain(native);
  });

  it('have USDC wherever viem knows it', () => {
    for (const [id, { nativeId }] of Object.entries(evmSources)) {
      const address = Object.entries(viemTokens.usdc.addresses).find(([chainId]) => chainId === nativeId)?.[1];
      if (address) expect(lists[id], id).toContainEqual([address, 'USDC', expect.any(String), 6]);
    }
  });

  it('are small', () => {
    const files = generateFiles().filter(({ path }) => path.startsWith(`${tokenListFolder}/`));
    const sizes = files.map(({ text }) => gzipSync(text).length);
    expect(Math.max(...sizes)).toBeLessThan(2_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(20_000);
  });
});

describe('the sources of the token lists', () => {
  it('agree with @eth-optimism/tokenlist where they name it', () => {
    const known = optimismList();
    expect(rowsOf('optimism').length).toBeGreaterThan(50);
    for (const [key, decimals] of rowsOf('optimism')) expect(known.get(key), key).toBe(decimals);
  });

  it('agree with viem/tokens where they name it', () => {
    const known = viemList();
    expect(rowsOf('viem').length).toBeGreaterThan(20);
    for (const [key, decimals] of rowsOf('viem')) expect(known.get(key), key).toBe(decimals);
  });

  it('are all used', () => {
    const used = new Set(Object.values(tokensSource.chains).flatMap((rows) => rows.flatMap(({ sources }) => sources)));
    expect(Object.keys(tokensSource.sources).sort()).toEqual([...used].sort());
  });

  it('are under a permissive licence, but for single addresses from documentation', () => {
    const other = Object.entries(tokensSource.sources).filter(([, { licence }]) => licence !== 'MIT');
    for (const [key, { licence }] of other) {
      expect(licence, key).toContain('one address cited');
      expect(rowsOf(key), key).toHaveLength(1);
    }
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

  it('refuses two tokens of one ticker', () => {
    const [first, second] = tokensSource.chains.ethereum ?? [];
    if (!first || !second) throw new Error('Ethereum has no list.');
    const chains = { ethereum: [first, { ...second, ticker: first.ticker.toLowerCase() }] };
    expect(() => buildTokenLists(ids, { ...tokensSource, chains }, evmCuration)).toThrow('more than once');
  });

  it('refuses a chain that has stopped', () => {
    const chains = { moonbeam: tokensSource.chains.ethereum ?? [] };
    expect(() => buildTokenLists(ids, { ...tokensSource, chains }, evmCuration)).toThrow(
      'has moonbeam, which have stopped',
    );
  });

  it('refuses a chain that is no EVM chain', () => {
    expect(() => buildTokenLists(['base'], tokensSource, evmCuration)).toThrow('which are no EVM chains');
  });
});
