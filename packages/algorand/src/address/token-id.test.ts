import { describe, expect, it } from 'vitest';
import { checkTokenId } from './token-id.ts';

describe('checkTokenId', () => {
  it.each(['1', '31566704', '312769', '9007199254740993', '18446744073709551615'])('takes %s', (text) => {
    expect(checkTokenId(text)).toEqual({ ok: true, canonical: text, value: BigInt(text) });
  });

  it.each(['0', 'ALGO', 'algo', 'Algo', 'algos', 'microAlgo', 'microalgos'])('%s is the native coin', (text) => {
    expect(checkTokenId(text)).toMatchObject({ ok: false, native: true });
  });

  it.each([
    ...['', ' ', '031566704', '+1', '-1', '1.0', '1e3', '0x1', ' 1', '1 ', '1\n', '1_000', '1,000', '١', 'USDC', '00'],
    ...['asset:1', 'ASA 1', '[object Object]', '1n', 'NaN'],
  ])('refuses %j', (text) => {
    expect(checkTokenId(text)).toEqual({ ok: false, reason: 'it is not the number of an asset' });
  });

  it.each(['18446744073709551616', '9'.repeat(40)])('refuses %s, which has more than 64 bits', (text) => {
    expect(checkTokenId(text)).toEqual({ ok: false, reason: 'the number of an asset has 64 bits' });
  });

  it('refuses a million digits at once', () => {
    expect(checkTokenId('9'.repeat(1_000_000)).ok).toBe(false);
  });
});
