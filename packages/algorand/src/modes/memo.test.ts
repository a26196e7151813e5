import { describe, expect, it } from 'vitest';
import { connectTo, transfer } from '../../test/scripted-node.ts';
import { answerTo, refusalOf } from '../../test/wish-rig.ts';

// Memos from an intent to the bytes, on a node that answers by script.

const field = 'transaction.data.memo';

const answer = (memo: string) => answerTo(connectTo().chain, { ...transfer, memo });

/** The note of the bytes in hex, after a check that nothing is said against the memo. */
async function noteOf(memo: string): Promise<string | undefined> {
  const { data, errors, warnings, transaction } = await answer(memo);
  expect([errors, warnings]).toEqual([[], []]);
  expect(data.memo ?? '').toBe(memo);
  const note = transaction?.note as Uint8Array | undefined;
  return note && Buffer.from(note).toString('hex');
}

const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('hex');

describe('memos', () => {
  it('are the note, as UTF-8', async () => {
    for (const memo of ['order 7', '0', 'null', 'é', '订单', '👩‍👩‍👧', 'a\nb\tc', '0x00ff', 'AAECAw=='])
      expect(await noteOf(memo)).toBe(utf8(memo));
  });

  it('that are empty are none', async () => {
    expect(await noteOf('')).toBeUndefined();
  });

  it('of a convention go as they are', async () => {
    // ARC-2: the name of the application, a colon, a letter for the format, and the data.
    for (const memo of ['algoCityTemp:j{"city":"Singapore","temp":35}', 'my-dapp:u order 7', 'd:j{\n  "a": [1, 2]\n}'])
      expect(await noteOf(memo)).toBe(utf8(memo));
  });

  it('have 1024 bytes at most, not characters', async () => {
    for (const memo of ['x'.repeat(1_024), 'é'.repeat(512), '😀'.repeat(256), `${'x'.repeat(1_020)}😀`])
      expect(await noteOf(memo)).toBe(utf8(memo));
    for (const [memo, bytes] of [
      ['x'.repeat(1_025), 1_025],
      [`${'é'.repeat(512)}x`, 1_025],
      [`${'x'.repeat(1_021)}😀`, 1_025],
      ['😀'.repeat(257), 1_028],
      ['é'.repeat(1_024), 2_048],
    ] as const) {
      const { errors, items, messages } = await answer(memo);
      expect([errors, items]).toEqual([[`memo.tooLong ${field}`], []]);
      expect(messages[0]).toContain(`${bytes}`);
    }
  });

  it('with halves of characters are refused: UTF-8 would write another text', async () => {
    for (const memo of ['\ud83d', 'a\ude00b', '\ude00\ud83d']) {
      const { errors, items } = await answer(memo);
      expect([errors, items]).toEqual([[`memo.invalid ${field}`], []]);
    }
  });

  it('that may be read in another way are sent as they are, with a warning', async () => {
    for (const memo of [' 7', '7 ', '7\n', '\u00a07', '7\u200b7', '\ufeff7', '7\u0000', '\u202e7', '7\u0085x']) {
      const { errors, warnings, transaction } = await answer(memo);
      expect([memo, errors, warnings]).toEqual([memo, [], ['memo.ambiguous']]);
      expect(Buffer.from(transaction?.note as Uint8Array).toString('hex')).toBe(utf8(memo));
    }
  });
});

const words = 'abandon ability able about above absent absorb abstract absurd abuse access accident'.split(' ');

// The words of Algorand's recovery phrases are those of BIP39 in English. This one is that of 32 zero bytes.
const phraseOf25 = `${'abandon '.repeat(24)}invest`;

describe('a secret in place of a memo', () => {
  it.each<[string, string]>([
    ['25 words of Algorand', phraseOf25],
    ['12 words', words.join(' ')],
    ['24 words in lines', [...words, ...words].join('\n')],
    ['numbered words', words.map((word, i) => `${i + 1}. ${word}`).join(' ')],
    ['words in upper case', words.join(' ').toUpperCase()],
    ['words within a text', `my wallet is lost, and this is it for you: ${words.join(' ')} and thanks`],
    ['a key of Bitcoin', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
    ['a seed of Stellar', 'SAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABSU2'],
    ['an extended key', `xprv9s21ZrQH143K3${'a'.repeat(94)}`],
  ])('is neither sent nor repeated: %s', async (_, memo) => {
    const { chain, asked } = connectTo();
    const refused = await refusalOf(chain.encode({ ...transfer, memo } as never));
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatch(`secret.exposed ${field}: ${field} looks like a`);
    expect(refused[0]).not.toContain(memo);
    expect(asked).toEqual([]);
  });

  it('is no hash, no signature and no text', async () => {
    const memos = [
      'ab'.repeat(32),
      `0x${'ab'.repeat(32)}`,
      'ab'.repeat(64),
      // The signature of a transaction of Solana.
      '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW',
      'thanks for the great dinner last night and also for the drinks and your kind help',
      'Vielen Dank dir und deiner lieben Frau mit den besten Wünschen für das neue Jahr',
      'Merci beaucoup pour votre aide avec les travaux dans notre vieille maison familiale cet automne',
    ];
    for (const memo of memos) expect(await noteOf(memo)).toBe(utf8(memo));
  });
});
