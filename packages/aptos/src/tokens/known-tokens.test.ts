import { describe, expect, it } from 'vitest';
import { checkTokenId } from '../address/token-id.ts';
import { type AptosChainId, aptosChainIds } from '../chains.ts';
import { knownAptosTokens } from './known-tokens.ts';

describe.each(aptosChainIds)('the bundled tokens of %s', (chainId: AptosChainId) => {
  const tokens = knownAptosTokens(chainId);

  it('have ids in their one form, and names that people can tell apart', () => {
    expect(tokens.length).toBeGreaterThan(0);
    for (const { id, name, ticker, decimals } of tokens) {
      const checked = checkTokenId(id);
      expect(checked.ok && checked.canonical).toBe(id);
      expect(`${name} ${ticker}`).toMatch(/^[\x20-\x7e]+$/);
      expect([6, 8]).toContain(decimals);
    }
    expect(new Set(tokens.map(({ metadata }) => metadata)).size).toBe(tokens.length);
    expect(new Set(tokens.map(({ ticker }) => ticker.toLowerCase())).size).toBe(tokens.length);
  });

  it('begin with USDC, and hold no APT', () => {
    expect(tokens[0]?.ticker).toBe('USDC');
    expect(tokens.map(({ ticker }) => ticker)).not.toContain('APT');
  });
});

describe('known tokens', () => {
  // Circle's list of contract addresses, and Tether's of supported protocols.
  it.each([
    ['aptos', 'USDC', '0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b'],
    ['aptos', 'USDt', '0x357b0b74bc833e95a115ad22604854d6b0fca151cecd94111770e5d6ffc9dc2b'],
    ['aptos-testnet', 'USDC', '0x69091fbab5f7d635ee7ac5098cf0c1efbe31d68fec0f2cd565e8d168daf52832'],
  ] as const)('of %s: %s', (chainId, ticker, id) => {
    expect(knownAptosTokens(chainId).find((token) => token.ticker === ticker)).toMatchObject({ id, decimals: 6 });
  });

  it('of the operator come first, and count before the bundled ones', () => {
    const usdc = '0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b';
    const own = [
      { id: `0x${'E'.repeat(62)}`, name: 'Own', ticker: 'OWN', decimals: 3 },
      { id: usdc.toUpperCase().replace('0X', '0x'), name: 'Other', ticker: 'OTHER', decimals: 4 },
    ];
    const tokens = knownAptosTokens('aptos', own);
    expect(tokens[0]).toMatchObject({ id: `0x00${'e'.repeat(62)}`, ticker: 'OWN' });
    expect(tokens[1]).toMatchObject({ id: usdc, ticker: 'OTHER', decimals: 4 });
    expect(tokens.filter(({ id }) => id === usdc)).toHaveLength(1);
  });
});
