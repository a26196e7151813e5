import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, shortAddress } from './clean-text.ts';

describe('cleanText', () => {
  it('leaves names in any script alone', () => {
    for (const name of ['USD Coin', 'Löwe', '柴犬', 'дом', '🥳 Party', 'a.b-c_d!']) expect(cleanText(name)).toBe(name);
  });

  it('drops characters that are invisible or change the reading of others', () => {
    expect(cleanText('USDC\u202Egnp.exe')).toBe('USDCgnp.exe');
    expect(cleanText('\u2066U\u200BS\u00ADD\uFEFFC\u2069')).toBe('USDC');
    expect(cleanText('US\u{E0041}DC')).toBe('USDC');
    // A letter of Hangul that has no shape.
    expect(cleanText('\u3164')).toBe('');
  });

  it('makes one line of the text', () => {
    expect(cleanText('  USD\0\n\u2028\u0085 Coin\t\u00A0')).toBe('USD Coin');
  });

  it('cuts long text, but never through a character', () => {
    expect(cleanText('a'.repeat(100))).toBe('a'.repeat(64));
    expect(cleanText('🥳'.repeat(100), 3)).toBe('🥳🥳🥳');
    expect(cleanText(`${'a'.repeat(63)} b`)).toBe('a'.repeat(63));
  });

  it('has nothing left to clean', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = cleanText(text);
        expect(cleanText(clean)).toBe(clean);
        expect(clean).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      }),
    );
  });
});

describe('shortAddress', () => {
  it('shows both ends', () => {
    expect(shortAddress('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')).toBe('EPjF..Dt1v');
  });
});
