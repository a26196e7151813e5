import { turns } from '@isochain/dial';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, isSigned, judged, judgedSignature, judgedSigned } from '../../test/judge.ts';
import { type TestKey, testKey } from '../../test/keys.ts';
import { dataOfMade, itemsOfData, type Kind, kinds, type Made, madeOf, signedOfData } from '../../test/made.ts';
import { namedChain } from '../chains.ts';
import { explain } from './explain.ts';
import { mostFee, mostNoteBytes } from './limits.ts';
import { signedSize } from './signed-size.ts';

// Random transactions of each kind, made by other libraries too (test/judge.ts).

/** Signatures take long: 40 are enough for each of what is counted below to occur. */
const runs = turns(1_000, 40);
const options = { numRuns: runs };

/** Where msgpack writes a number with more bytes: 7, 8, 16 and 32 bits. Numbers above 2^53 are where JavaScript loses digits. */
const edges = [7, 8, 16, 32, 53, 63, 64].flatMap((bits) => [-1n, 0n, 1n].map((more) => 2n ** BigInt(bits) + more));

/** Numbers from 1, small ones as often as large ones. */
function numberTo(most: bigint): fc.Arbitrary<bigint> {
  const bits = most.toString(2).length;
  const within = (value: bigint) => (value < 1n ? 1n : value > most ? most : value);
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.integer({ min: 1, max: bits }).chain((n) => fc.bigInt(0n, 2n ** BigInt(n)).map(within)),
    },
    { weight: 3, arbitrary: fc.constantFrom(...edges).map(within) },
    fc.constantFrom(1n, most),
  );
}

const most = 2n ** 64n - 1n;
const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).filter((all) => all.some((byte) => byte !== 0));

/** Few keys, because each takes time to make. */
const keys = Array.from({ length: 40 }, (_, i) => testKey(i));
const address = bytes(32).map(addressOf);

/** UTF-8 of 1 to 1024 bytes. */
const note = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 400 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    fc.integer({ min: 1, max: mostNoteBytes }).map((length) => 'x'.repeat(length)),
    fc.constantFrom(
      '\0',
      '\0'.repeat(32),
      '\uFEFF',
      '\uFEFFx',
      ' x ',
      '\uFFFD',
      '\u{10FFFF}',
      '{"a":1}',
      'é',
      'e\u0301',
    ),
    // Where msgpack writes the length with two bytes.
    fc.constantFrom(255, 256, 1023, 1024).map((length) => 'é'.repeat(length / 2).padEnd(Math.ceil(length / 2), 'x')),
  )
  .map((text) => new TextEncoder().encode(text))
  .filter((all) => all.length <= mostNoteBytes);

interface Drawn {
  readonly made: Made;
  readonly key: TestKey;
}

function drawn(kind: Kind): fc.Arbitrary<Drawn> {
  return fc
    .record({
      sender: fc.constantFrom(...keys),
      // About every second account was rekeyed.
      signer: fc.option(fc.constantFrom(...keys), { nil: undefined, freq: 2 }),
      recipient: address,
      assetId: numberTo(most),
      amount: numberTo(most),
      fee: numberTo(mostFee),
      firstValid: numberTo(most),
      life: fc.bigInt(0n, 1_000n),
      note: fc.option(note, { nil: undefined, freq: 3 }),
      lease: fc.option(bytes(32), { nil: undefined, freq: 2 }),
      voteKey: bytes(32),
      selectionKey: bytes(32),
      stateProofKey: bytes(64),
      voteFirst: numberTo(most - 1n),
      voteLife: numberTo(most),
      voteKeyDilution: numberTo(most),
    })
    .map(({ sender, signer = sender, firstValid, life, voteFirst, voteLife, ...rest }) => {
      const made = madeOf(kind, {
        ...rest,
        sender: sender.address,
        signer: signer.address,
        firstValid,
        lastValid: firstValid + life > most ? most : firstValid + life,
        voteFirst,
        voteLast: voteFirst + voteLife > most ? most : voteFirst + voteLife,
      });
      return { made, key: signer };
    });
}

describe.each(kinds)('%s', (kind) => {
  it(`${runs} random transactions are those of the judge, to the byte`, async () => {
    const seen = { rekeyed: 0, notes: 0, leases: 0, longNotes: 0 };
    const ids = new Set<string>();
    await fc.assert(
      fc.asyncProperty(drawn(kind), async ({ made, key }) => {
        const data = dataOfMade(made);
        const items = itemsOfData(data);
        const { raw, hash, message, txId } = judged(made);
        expect(items).toEqual([
          { raw: { format: 'MSGPACK', value: raw }, hash: { format: 'sha512_256', value: hash } },
        ]);
        const signature = judgedSignature(made, key);
        expect(isSigned(Buffer.from(signature, 'hex'), message, made.signer)).toBe(true);
        const expected = { raw: judgedSigned(made, key), hash: txId };
        expect(await signedOfData(data, signature)).toEqual(expected);
        const isRekeyed = made.signer !== made.sender;
        expect(signedSize(raw.length / 2, isRekeyed)).toBe(expected.raw.length / 2);
        // The whole signed transaction, as wallets answer it. Signatures take most of the time, so some are enough.
        if (ids.size % 8 === 0) expect(await signedOfData(data, expected.raw)).toEqual(expected);
        // What the bytes say is the data again, without the key that signs.
        const read = explain(namedChain('algorand'), items);
        expect(read.errors).toEqual([]);
        const { authAddr: _, ...params } = data.params as Readonly<Record<string, unknown>>;
        expect(read.data).toEqual({ ...data, params });
        ids.add(txId);
        seen.rekeyed += isRekeyed ? 1 : 0;
        seen.notes += made.note === undefined ? 0 : 1;
        seen.longNotes += (made.note?.length ?? 0) > 255 ? 1 : 0;
        seen.leases += made.lease === undefined ? 0 : 1;
      }),
      options,
    );
    expect(ids.size).toBeGreaterThan(runs - 10);
    // Each of these occurs often.
    for (const [name, count] of Object.entries(seen)) expect([name, count > turns(50, 0)]).toEqual([name, true]);
  });
});
