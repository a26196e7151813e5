import { turns } from '@isochain/dial';
import { bech32, bech32m } from 'bech32';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBech32, fromBech32Words, toBech32, toBech32Words } from './bech32.ts';

// BIP173 and BIP350, test vectors (bitcoin/bips, BSD-2-Clause).
const valid = {
  bech32: [
    'A12UEL5L',
    'a12uel5l',
    'an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs',
    'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw',
    '11qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqc8247j',
    'split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w',
    '?1ezyfcl',
  ],
  bech32m: [
    'A1LQFN3A',
    'a1lqfn3a',
    'an83characterlonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11sg7hg6',
    'abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx',
    '11llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllludsr8',
    'split1checkupstagehandshakeupstreamerranterredcaperredlc445v',
    '?1v759aa',
  ],
} as const;

const invalid = [
  ['a character below those that are allowed', '\u00201nwldj5'],
  ['a character above those that are allowed', '\u007f1axkwrx'],
  ['a character beyond ASCII', '\u00801eym55h'],
  [
    'too many characters',
    'an84characterslonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1569pvx',
  ],
  ['no separator', 'pzry9x0s0muk'],
  ['no prefix', '1pzry9x0s0muk'],
  ['a character that is none of the 32', 'x1b4n0q5v'],
  ['a short checksum', 'li1dgmt3'],
  ['a character beyond ASCII in the checksum', 'de1lg7wt\u00ff'],
  ['a checksum of the prefix in upper case', 'A1G7SGD8'],
  ['no prefix before the checksum', '10a06t8'],
  ['nothing before the separator', '1qzzfhee'],
  ['a character below those that are allowed (bech32m)', '\u00201xj0phk'],
  ['a character above those that are allowed (bech32m)', '\u007f1g6xzxy'],
  ['a character beyond ASCII (bech32m)', '\u00801vctc34'],
  [
    'too many characters (bech32m)',
    'an84characterslonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11d6pts4',
  ],
  ['no separator (bech32m)', 'qyrz8wqd2c9m'],
  ['no prefix (bech32m)', '1qyrz8wqd2c9m'],
  ['a character that is none of the 32 (bech32m)', 'y1b0jsk6g'],
  ['another one (bech32m)', 'lt1igcx5c0'],
  ['a short checksum (bech32m)', 'in1muywd'],
  ['a letter i in the checksum (bech32m)', 'mm1crxm3i'],
  ['a letter o in the checksum (bech32m)', 'au1s5cgom'],
  ['a checksum of the prefix in upper case (bech32m)', 'M1VUXWEZ'],
  ['no prefix before the checksum (bech32m)', '16plkw9'],
  ['nothing before the separator (bech32m)', '1p2gdwpf'],
  // Made by hand: the Kelvin sign becomes a k in lower case, and does not change in upper case.
  ['a character that only looks like ASCII', 'SPLIT1CHEC\u212aUPSTAGEHANDSHAKEUPSTREAMERRANTERREDCAPERRED2Y9E3W'],
  ['both cases', 'a12UEL5L'],
] as const;

describe.each(['bech32', 'bech32m'] as const)('%s', (encoding) => {
  it.each(valid[encoding])('is %s', (text) => {
    const decoded = fromBech32(text);
    expect(decoded).toMatchObject({ encoding, prefix: text.toLowerCase().slice(0, text.lastIndexOf('1')) });
    expect(decoded && toBech32(decoded)).toBe(text.toLowerCase());
  });

  it('refuses a text with one changed character', () => {
    for (const text of valid[encoding]) {
      const at = text.lastIndexOf('1') + 1;
      expect(fromBech32(text.slice(0, at) + (text[at] === 'q' ? 'p' : 'q') + text.slice(at + 1))).toBeUndefined();
    }
  });

  it('agrees with the package bech32 for any bytes', () => {
    const theirs = { bech32, bech32m }[encoding];
    const texts = fc.tuple(fc.stringMatching(/^[!-@[-~]{1,10}$/), fc.uint8Array({ maxLength: 40 }));
    fc.assert(
      fc.property(texts, ([prefix, data]) => {
        const words = toBech32Words(data);
        expect(words).toEqual(theirs.toWords(data));
        expect(fromBech32Words(words)).toEqual(data);
        const text = toBech32({ encoding, prefix, words });
        expect(text).toBe(theirs.encode(prefix, words));
        expect(fromBech32(text)).toEqual({ encoding, prefix, words });
        expect(fromBech32(text.toUpperCase())).toEqual({ encoding, prefix, words });
      }),
      { numRuns: turns(300) },
    );
  });
});

it('a bent text is read exactly if the package bech32 reads it', () => {
  const texts = fc.constantFrom(...valid.bech32, ...valid.bech32m, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  // Mostly valid letters. Also a q before a final p, which keeps the checksum valid (BIP350).
  const letters = fc.oneof(fc.stringMatching(/^[qp02-9ac-hj-np-z]$/), fc.stringMatching(/^[ -~]$/), fc.constant(''));
  const outcomes = { read: 0, refused: 0 };
  fc.assert(
    fc.property(texts, fc.nat(), letters, fc.boolean(), (text, place, letter, replaces) => {
      const at = place % (text.length + 1);
      const changed = text.slice(0, at) + letter + text.slice(at + (replaces ? 1 : 0));
      const [plain, modified] = [bech32.decodeUnsafe(changed), bech32m.decodeUnsafe(changed)];
      const { prefix, words } = plain || modified || {};
      const expected = words && { encoding: plain ? 'bech32' : 'bech32m', prefix, words };
      expect(fromBech32(changed)).toEqual(expected);
      outcomes[expected ? 'read' : 'refused'] += 1;
    }),
    { numRuns: turns(3_000) },
  );
  expect(Math.min(outcomes.read, outcomes.refused)).toBeGreaterThan(turns(100, 10));
});

it.each(invalid)('refuses a text with %s in both encodings', (_, text) => expect(fromBech32(text)).toBeUndefined());

describe('words', () => {
  it('are bytes exactly if the package bech32 says so', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(31), { maxLength: 20 }), (words) => {
        const theirs = bech32.fromWordsUnsafe(words);
        expect(fromBech32Words(words)).toEqual(theirs && Uint8Array.from(theirs));
      }),
      { numRuns: turns(2_000) },
    );
  });

  it.each([
    ['a whole word is left over', [0, 0, 0]],
    ['what is left over is not zero', [0, 1]],
    ['there is one alone', [0]],
  ])('are no bytes where %s', (_, words) => expect(fromBech32Words(words)).toBeUndefined());
});
