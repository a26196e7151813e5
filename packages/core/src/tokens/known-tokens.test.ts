import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { beyondKnown, knownTokens, tokensOption } from './known-tokens.ts';

const token = (id: string, ticker: string) => ({ id, name: `${ticker} token`, ticker, decimals: 6 });
const canonical = (id: string) => id.toLowerCase();

describe('knownTokens', () => {
  it('puts the configured tokens first, and their facts win over a list', () => {
    const bundled = [
      ['a', 'OLD', 'Old name', 18],
      ['b', 'B', 'B token', 6],
    ] as const;
    expect(knownTokens([token('C', 'C'), token('A', 'NEW')], bundled, canonical)).toEqual([
      token('c', 'C'),
      token('a', 'NEW'),
      token('b', 'B'),
    ]);
  });

  it('takes the last of several settings for one token', () => {
    expect(knownTokens([token('A', 'ONE'), token('a', 'TWO')], [], canonical)).toEqual([token('a', 'TWO')]);
  });
});

describe('beyondKnown', () => {
  const held = ['x', 'A', 'native', 'X', 'y', 'z'].map((address) => ({ address }));
  const idOf = ({ address }: { address: string }) => (address === 'native' ? undefined : canonical(address));
  const known = [token('a', 'A')];

  it('has each token once, in order, without known and excluded tokens', () => {
    expect(beyondKnown(held, known, idOf, 10)).toEqual([
      { address: 'x', id: 'x' },
      { address: 'y', id: 'y' },
      { address: 'z', id: 'z' },
    ]);
  });

  it('has at most the allowed number', () => {
    expect(beyondKnown(held, known, idOf, 2).map(({ id }) => id)).toEqual(['x', 'y']);
    expect(beyondKnown(held, known, idOf, 0)).toEqual([]);
  });
});

describe('tokensOption', () => {
  const option = tokensOption(z.string().regex(/^[a-z]$/));

  it('takes tokens with ids of the family', () => {
    expect(option.safeParse([token('a', 'A')]).success).toBe(true);
    expect(option.safeParse(undefined).success).toBe(true);
  });

  it.each([
    ['another id', token('A', 'A')],
    ['decimals that are none', { ...token('a', 'A'), decimals: 0.5 }],
    ['too many decimals', { ...token('a', 'A'), decimals: 256 }],
    ['another field', { ...token('a', 'A'), price: 1 }],
  ])('refuses %s', (_, wrong) => {
    expect(option.safeParse([wrong]).success).toBe(false);
  });
});
