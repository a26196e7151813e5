import { describe, expect, it } from 'vitest';
import { checkTokenId } from '../address/token-id.ts';
import { tokenLists } from '../token-lists/index.data.ts';
import { knownTokens } from './known-tokens.ts';
import { eth, strk } from './native.ts';

/** 2^251 + 17 * 2^192 + 1, as docs.starknet.io writes it. */
const prime = BigInt('3618502788666131213697322783095070105623107215331596699973092056135872020481');

describe.each(['starknet', 'starknet-sepolia'] as const)('the list of %s', (chainId) => {
  it('has valid ids, each once, plain names and possible decimals', async () => {
    const tokens = await knownTokens({ chainId }, {});
    expect(tokens.length).toBeGreaterThan(5);
    for (const { id, name, ticker, decimals } of tokens) {
      expect(checkTokenId(id), id).toMatchObject({ ok: true, canonical: id });
      expect(id).toMatch(/^0x0[0-9a-f]{63}$/);
      expect(BigInt(id) < prime, id).toBe(true);
      expect(id).not.toBe(strk);
      expect(`${name}|${ticker}`).toMatch(/^[\x20-\x7e]+$/);
      expect([5, 6, 8, 9, 18, 24], ticker).toContain(decimals);
    }
    expect(new Set(tokens.map(({ id }) => id)).size).toBe(tokens.length);
    expect(new Set(tokens.map(({ ticker }) => ticker.toLowerCase())).size).toBe(tokens.length);
    expect(tokens.map(({ ticker }) => ticker)).not.toContain('STRK');
  });

  it('has ETH, an ordinary token', async () => {
    const [first] = await knownTokens({ chainId }, {});
    expect(first).toEqual({ id: eth, name: 'Ether', ticker: 'ETH', decimals: 18 });
  });
});

describe('known tokens', () => {
  it('name the two USDC of the main network apart', async () => {
    const tokens = await knownTokens({ chainId: 'starknet' }, {});
    const named = (ticker: string) => tokens.find((token) => token.ticker === ticker)?.id;
    expect(named('USDC')).toBe('0x033068f6539f8e6e6b131e6b2b814e6c34a5224bc66947c47dab9dfee93b35fb');
    expect(named('USDC.e')).toBe('0x053c91253bc9682c04929ca02ed00b3e423f6710d2ee7e0d5ebb06f3ecf368a8');
  });

  it('of the operator come first, in any form, and count before the bundled ones', async () => {
    const own = { id: `0x${'E'.repeat(60)}`, name: 'Own', ticker: 'OWN', decimals: 3 };
    const other = { id: eth.replace('0x0', '0x'), name: 'Other', ticker: 'OTHER', decimals: 4 };
    const tokens = await knownTokens({ chainId: 'starknet' }, { tokens: [own, other] });
    expect(tokens[0]).toEqual({ ...own, id: `0x0000${'e'.repeat(60)}` });
    expect(tokens[1]).toEqual({ ...other, id: eth });
    expect(tokens.filter(({ id }) => id === eth)).toHaveLength(1);
  });

  it('are loaded for each chain alone', () => {
    expect(Object.keys(tokenLists)).toEqual(['starknet', 'starknet-sepolia']);
  });
});
