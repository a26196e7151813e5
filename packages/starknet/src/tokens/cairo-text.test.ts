import { byteArray, shortString } from 'starknet';
import { describe, expect, it } from 'vitest';
import { textIn } from './cairo-text.ts';

/** A text as starknet.js writes it for a contract. */
function asByteArray(text: string): readonly bigint[] {
  const { data, pending_word: pending, pending_word_len: length } = byteArray.byteArrayFromString(text);
  return [data.length, ...data, pending, length].map((felt) => BigInt(felt));
}

describe('a text', () => {
  it.each([
    '',
    'S',
    'StarkNet Token',
    'exactly thirty-one letters here',
    'a text that needs more than one word of 31 bytes',
  ])('as ByteArray is read: %s', (text) => {
    expect(textIn(asByteArray(text))).toBe(text);
  });

  it.each(['S', 'ETH', 'Ether', 'thirty-one letters, not one too'])('as one felt is read: %s', (text) => {
    expect(textIn([BigInt(shortString.encodeShortString(text))])).toBe(text);
  });

  it('outside of ASCII is read as UTF-8, also where a word ends inside of a letter', () => {
    const bytes = Buffer.from(`${'a'.repeat(30)}ü☃`);
    const [word, rest] = [bytes.subarray(0, 31), bytes.subarray(31)].map((part) => BigInt(`0x${part.toString('hex')}`));
    expect(textIn([1n, word ?? 0n, rest ?? 0n, 4n])).toBe(`${'a'.repeat(30)}ü☃`);
  });

  it('of starknet-devnet is read', () => {
    // captures/starknet/devnet-0102-reads.json: call-STRK-name, call-STRK-symbol.
    expect(textIn([0n, 0x537461726b4e657420546f6b656en, 0xen])).toBe('StarkNet Token');
    expect(textIn([0n, 0x5354524bn, 4n])).toBe('STRK');
  });

  const word = BigInt(`0x${'41'.repeat(31)}`);
  it.each<[string, readonly bigint[]]>([
    ['nothing', []],
    ['an empty felt', [0n]],
    ['a felt of 32 bytes', [2n ** 248n]],
    ['two felts', [1n, 0x41n]],
    ['fewer words than it says', [2n, word, 0n, 0n]],
    ['more words than it says', [0n, word, 0n, 0n]],
    ['a number of words that no list can have', [2n ** 250n, word, 0n, 0n]],
    ['more words than any name needs', [33n, ...Array.from({ length: 33 }, () => word), 0n, 0n]],
    ['a word of 32 bytes', [1n, 2n ** 248n, 0n, 0n]],
    ['a rest that is longer than it says', [0n, 0x4142n, 1n]],
    ['a rest of 31 bytes', [0n, 0x41n, 31n]],
    ['a rest of an absurd length', [0n, 0x41n, 2n ** 200n]],
    ['bytes that are no UTF-8', [0xffn]],
  ])('is empty for %s', (_, felts) => {
    expect(textIn(felts)).toBe('');
  });
});
