import { describe, expect, it } from 'vitest';
import { distinctTicker } from './distinct-ticker.ts';

const id = '0x1234567890abcdef1234567890abcdef';

describe('distinctTicker', () => {
  it.each(['DEMO', 'wETH2', 'stETH', 'A+B', 'BTC'])('shows %s', (ticker) => {
    expect(distinctTicker(ticker, id, ['ETH', 'USDC'])).toBe(ticker);
  });

  it.each([
    ['the same', 'ETH'],
    ['another case', 'eth'],
    ['punctuation', 'E.T.H'],
    ['a blank', 'ETH '],
    ['signs that look alike', 'U5DC'],
    ['a one for an L', 'SO1'],
    // Cyrillic Е, Т, Н.
    ['other letters that look alike', '\u0415\u0422\u041d'],
    ['letters of full width', '\uff25\uff34\uff28'],
    ['an invisible letter', 'E\u200bTH'],
    ['text from right to left', '\u202eHTE'],
    ['nothing', ''],
    ['only punctuation', '...'],
  ])('shows a part of the id for %s', (_, ticker) => {
    expect(distinctTicker(ticker, id, ['ETH', 'USDC', 'SOL'])).toBe('0x12..cdef');
  });

  it('shows a short id whole', () => {
    expect(distinctTicker('ALGO', '1000000001', ['ALGO'])).toBe('1000000001');
  });
});
