import { settings, turns } from '@isochain/dial';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judged, judgedItem, type Keypair, muxed, StrKey, testKey } from '../../test/judge.ts';
import {
  dataOfMade,
  itemsOfData,
  type Kind,
  kinds,
  type Made,
  type MadeMemo,
  madeOf,
  signedOfData,
} from '../../test/made.ts';
import { namedChain } from '../chains.ts';
import { explain } from './explain.ts';
import { type Memo, memoTypes, readMemo, writeMemo } from './memo.ts';

// Random transactions of each kind, made by the chain's older library too (test/judge.ts).

const runs = turns(1_000);
const options = { numRuns: runs };

/** Numbers of up to so many bits, small ones as often as large ones. */
const numberOf = (mostBits: number) =>
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc.integer({ min: 1, max: mostBits }).chain((bits) => fc.bigInt(0n, 2n ** BigInt(bits) - 1n)),
    },
    fc.constant(2n ** BigInt(mostBits) - 1n),
  );
const above0 = (mostBits: number) => numberOf(mostBits).map((value) => (value === 0n ? 1n : value));

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
/** Few keys, because each takes a millisecond to make. */
const keys = Array.from({ length: 50 }, (_, i) => testKey(i));
const account = bytes32.map((key) => StrKey.encodeEd25519PublicKey(Buffer.from(key)));

/** Codes of up to 12 letters and digits. The older library changes "xlm" (see hostile.test.ts). */
const code = fc
  .oneof(fc.stringMatching(/^[A-Za-z0-9]{1,4}$/), fc.stringMatching(/^[A-Za-z0-9]{5,12}$/))
  .filter((text) => text.toUpperCase() !== 'XLM');

const unicode = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 14 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }),
    fc.constantFrom('id:5', 'text:', 'text:text:x', 'hash:', 'return:x', '\u0000', '\uFEFFx', ' x '),
  )
  .filter((text) => Buffer.byteLength(text) <= 28);

const hex32 = bytes32.map((bytes) => Buffer.from(bytes).toString('hex'));

const memo: fc.Arbitrary<MadeMemo> = fc.oneof(
  fc.constant({ type: 'none' as const }),
  fc.record({ type: fc.constant('text' as const), value: unicode }),
  fc.record({ type: fc.constant('id' as const), value: numberOf(64).map(String) }),
  fc.record({ type: fc.constantFrom('hash' as const, 'return' as const), value: hex32 }),
);

interface Drawn {
  readonly made: Made;
  readonly key: Keypair;
}

function drawn(kind: Kind): fc.Arbitrary<Drawn> {
  const takesMuxed = ['payment', 'tokenPayment', 'accountMerge'].includes(kind);
  const id = fc.option(numberOf(64), { nil: undefined, freq: 2 });
  return fc
    .record({
      chain: fc.constantFrom('stellar' as const, 'stellar-testnet' as const),
      key: fc.constantFrom(...keys),
      senderId: id,
      recipient: account,
      recipientId: takesMuxed ? id : fc.constant(undefined),
      code,
      issuer: account,
      amount: above0(63),
      limit: numberOf(63),
      reclaimAfterSeconds: numberOf(63),
      memo,
      sequence: above0(63),
      fee: above0(32),
      maxTime: above0(63),
    })
    .map(({ key, senderId, recipient, recipientId, ...rest }) => {
      const own = key.publicKey();
      const made = madeOf(kind, {
        ...rest,
        sender: senderId === undefined ? own : muxed(own, senderId),
        signers: [own],
        recipient: recipientId === undefined ? recipient : muxed(recipient, recipientId),
      });
      return { made, key };
    });
}

describe.each(kinds)('%s', (kind) => {
  // Signatures take long.
  const signedRuns = turns(1_000, 40);
  it(`${signedRuns} random transactions are those of the library, to the byte`, async () => {
    const seen = new Set<string>();
    const mixes = new Set<string>();
    const codes = new Set<number>();
    await fc.assert(
      fc.asyncProperty(drawn(kind), async ({ made, key }) => {
        const data = dataOfMade(made);
        const items = itemsOfData(data, made.chain);
        const transaction = judged(made);
        const { envelope, hash } = judgedItem(transaction);
        expect(items).toEqual([{ raw: { format: 'XDR', value: envelope }, hash: { format: 'sha256', value: hash } }]);
        transaction.sign(key);
        const [proof] = transaction.signatures;
        const signed = await signedOfData(data, proof?.signature().toString('hex') ?? '', made.chain);
        expect(signed).toEqual({ raw: judgedItem(transaction).envelope, hash });
        // What the bytes say is the data again, without what they do not hold.
        const read = explain(namedChain(made.chain), items);
        expect(read.errors).toEqual([]);
        const { networkPassphrase: _, signers: __, ...params } = data.params as Readonly<Record<string, unknown>>;
        expect(read.data).toEqual({ ...data, params });
        // And what was read makes the same bytes.
        const again = { ...read.data, params: { ...Object(data.params), ...Object(read.data.params) } };
        expect(itemsOfData(again as unknown as typeof data, made.chain)).toEqual(items);
        const forms = [made.chain, made.memo.type, `from ${made.sender[0]}`, `to ${made.recipient[0]}`];
        for (const form of forms) seen.add(form);
        mixes.add(forms.join());
        codes.add(made.code.length);
      }),
      { numRuns: signedRuns },
    );
    const recipients = ['payment', 'tokenPayment', 'accountMerge'].includes(kind) ? 2 : 1;
    // Both networks, the five memos, senders and recipients of both forms, codes of every length.
    if (settings.exhaustive) {
      expect(mixes.size).toBe(2 * 5 * 2 * recipients);
      expect(codes.size).toBe(12);
    }
    // A few turns may lack two of the memos.
    expect(seen.size).toBeGreaterThanOrEqual(2 + 3 + 2 + recipients);
    expect(new Set([...codes].map((length) => length > 4)).size).toBe(2);
  });
});

describe('memos', () => {
  it(`${runs} random ones are read as they were written`, () => {
    fc.assert(
      fc.property(memo, (made) => {
        const text = writeMemo(made as Memo);
        expect(readMemo(text)).toEqual(made);
        // Who encodes again with the memo of the answer, and with the same wish, gets the same memo.
        if (made.type !== 'none' && made.type !== 'text') expect(readMemo(text, made.type)).toEqual(made);
      }),
      options,
    );
  });

  it(`${runs} random texts are refused, or have one canonical form, with any wish`, () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.tuple(fc.constantFrom('', 'id:', 'hash:', 'return:', 'text:'), fc.string()).map((parts) => parts.join('')),
      numberOf(70).map(String),
      fc.uint8Array({ minLength: 30, maxLength: 34 }).map((bytes) => Buffer.from(bytes).toString('base64')),
      hex32.map((hex) => `0x${hex.toUpperCase()}`),
    );
    const wished = fc.option(fc.constantFrom(...memoTypes), { nil: undefined });
    let taken = 0;
    fc.assert(
      fc.property(texts, wished, (text, wish) => {
        const read = readMemo(text, wish);
        if ('fault' in read) return;
        taken++;
        const written = writeMemo(read);
        expect(readMemo(written)).toEqual(read);
        if (read.type !== 'none') expect(writeMemo(readMemo(written) as Memo)).toBe(written);
        if (read.type === 'text') expect(text === read.value || text === `text:${read.value}`).toBe(true);
        // The answer of encode, with the wish of the first request beside it.
        expect(readMemo(written, wish)).toEqual(read);
      }),
      options,
    );
    // Three in ten are taken. 100 runs come to 30, with a deviation of 4 (20 seeds).
    expect(taken).toBeGreaterThan(runs / 10);
  });
});
