import { type CompletedData, RefusedError, toBase64 } from '@isochain/core';
import { seed, turns } from '@isochain/dial';
import { pedersen, sign, verify } from '@scure/starknet';
import { ec } from 'starknet';
import { describe, expect, it } from 'vitest';
import {
  deployData,
  hashOf,
  type InvokeChanges,
  invokeData,
  keyOf,
  otherKey,
  senderKey,
  signedOfData,
  type TestKey,
} from '../../test/made.ts';
import { type ClassName, classNames } from '../account/classes.ts';
import { readSignatures } from './signature.ts';
import { order, verifies } from './verify.ts';

interface Signature {
  readonly r: bigint;
  readonly s: bigint;
}

interface Signable extends Signature {
  readonly data: CompletedData;
  readonly hash: bigint;
}

function signable(changes: InvokeChanges = {}, key: TestKey = senderKey): Signable {
  const data = invokeData('transfer', { owner: key, ...changes });
  const hash = hashOf(data);
  return { data, hash, ...key.sign(hash) };
}

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const base64 = (hex: string) => toBase64(bytesOf(hex));
const hex = (value: bigint) => value.toString(16);
const padded = (value: bigint) => hex(value).padStart(64, '0');
const felt = (value: bigint) => `0x${hex(value)}`;
const compact = ({ r, s }: Signature) => padded(r) + padded(s);
/** As clients of the old library send it. */
const der = ({ r, s }: Signature) => new ec.starkCurve.Signature(r, s).toDERHex();
const list = (...values: readonly bigint[]) => JSON.stringify(values.map(felt));

/** Every form in which a signature may come. */
const forms: readonly (readonly [name: string, write: (made: Signature) => string])[] = [
  ['r||s in hex (128 digits)', compact],
  ['r||s with 0x', (made) => `0x${compact(made)}`],
  ['r||s with 0X in upper case', (made) => `0X${compact(made).toUpperCase()}`],
  ['r||s||v (130 digits)', (made) => `${compact(made)}01`],
  ['r||s||v with v of Ethereum', (made) => `0x${compact(made)}1c`],
  ['r||s||v with one digit', (made) => `${compact(made)}1`],
  ['r||s with the word undefined', (made) => `${compact(made)}undefined`],
  ['r||s without leading zeros', ({ r, s }) => hex(r) + hex(s)],
  ['r||s without leading zeros, with 0x', ({ r, s }) => `0x${hex(r)}${hex(s)}`],
  ['r||s without leading zeros, in upper case', ({ r, s }) => (hex(r) + hex(s)).toUpperCase()],
  ['with spaces around it', (made) => `\n ${compact(made)} `],
  ['r||s in base64', (made) => base64(compact(made))],
  ['r||s||v in base64', (made) => base64(`${compact(made)}1b`)],
  ['DER in hex', der],
  ['DER in hex with 0x', (made) => `0x${der(made)}`],
  ['DER in base64', (made) => base64(der(made))],
  ['[r, s] in hex', ({ r, s }) => list(r, s)],
  ['[r, s] with all digits', ({ r, s }) => JSON.stringify([`0x${padded(r)}`, `0x${padded(s)}`])],
  ['[r, s] in decimal', ({ r, s }) => JSON.stringify([r.toString(), s.toString()])],
  ['[r, s] in decimal without quotes', ({ r, s }) => `[${r}, ${s}]`],
  ['[r, s] on several lines', ({ r, s }) => JSON.stringify([felt(r), felt(s)], undefined, 2)],
  ['r,s', ({ r, s }) => `${felt(r)},${felt(s)}`],
  ['r, s in decimal', ({ r, s }) => `${r}, ${s}`],
  ['{r, s} in decimal', ({ r, s }) => JSON.stringify({ r: r.toString(), s: s.toString(), recovery: 0 })],
  ['{r, s} in hex', ({ r, s }) => JSON.stringify({ r: felt(r), s: felt(s) })],
  ['{r, s} in hex without 0x', ({ r, s }) => JSON.stringify({ r: padded(r), s: padded(s) })],
  ['the signature of an account of Argent', ({ r, s }) => list(1n, 0n, senderKey.x, r, s)],
  ['the same in decimal', ({ r, s }) => JSON.stringify([1n, 0n, senderKey.x, r, s].map(String))],
  ['the same with commas', ({ r, s }) => [1n, 0n, senderKey.x, r, s].map(felt).join(', ')],
  ['the same, with its length as a number', ({ r, s }) => `[1, 0, ${senderKey.x}, ${r}, ${s}]`],
  ['the signature of an account of Braavos', ({ r, s }) => list(1n, r, s)],
];

async function refusal(data: CompletedData, text: string) {
  try {
    await signedOfData(data, text);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return error.problems;
  }
  return [];
}

const firstCode = async (data: CompletedData, text: string) => (await refusal(data, text))[0]?.code;

const made = signable();

describe('a signature', () => {
  it('is one that @scure/starknet verifies', () => {
    expect(verify(bytesOf(compact(made)), padded(made.hash), bytesOf(senderKey.point))).toBe(true);
  });

  it.each(forms)('may be %s', async (_, write) => {
    const signed = await signedOfData(made.data, write(made));
    const { transaction } = (made.data as unknown as { params: { transaction: object } }).params;
    const signature = [1n, 0n, senderKey.x, made.r, made.s].map(felt);
    expect({ ...signed, raw: JSON.parse(signed.raw) }).toEqual({
      raw: { ...transaction, signature },
      hash: felt(made.hash),
    });
  });

  it('of another key is a mismatch, in all forms', async () => {
    const wrong = otherKey.sign(made.hash);
    for (const [name, write] of forms)
      expect([name, await firstCode(made.data, write(wrong))]).toEqual([name, 'signature.mismatch']);
  });

  it('of another transaction is a mismatch', async () => {
    const other = signable({ amount: 2_500_001n });
    expect(await firstCode(made.data, compact(other))).toBe('signature.mismatch');
  });

  it.each<[string, string]>([
    ['with r and s swapped', compact({ r: made.s, s: made.r })],
    ['with another last digit', `${compact(made).slice(0, -1)}${compact(made).endsWith('1') ? '2' : '1'}`],
    ['with r beyond 2^251, which libraries throw at', compact({ r: 2n ** 251n + 1n, s: made.s })],
    ['with s beyond 2^251', compact({ r: made.r, s: 2n ** 251n + 1n })],
    ['with r and s of 1', compact({ r: 1n, s: 1n })],
    ['with the highest numbers', compact({ r: order - 1n, s: order - 1n })],
  ])('%s is a mismatch', async (_, text) => {
    expect(await firstCode(made.data, text)).toBe('signature.mismatch');
  });

  it.each<[string, string]>([
    ['with r = 0', compact({ ...made, r: 0n })],
    ['with s = 0', compact({ ...made, s: 0n })],
    ['with r = n', compact({ ...made, r: order })],
    ['with s = n', compact({ ...made, s: order })],
    ['with n + r, which is the same modulo n', compact({ ...made, r: made.r + order })],
    ['with n + s, which is the same modulo n', compact({ ...made, s: made.s + order })],
    ['with all bits', 'ff'.repeat(64)],
    ['of zeros', '00'.repeat(64)],
    ['that is empty', ''],
    ['that is 0x', '0x'],
    ['of one byte', '01'],
    ['with a byte more than v', `${compact(made)}0101`],
    ['that lost a byte', compact(made).slice(0, -2)],
    ['that lost its beginning', compact(made).slice(14)],
    ['in DER that was cut', der(made).slice(0, -2)],
    ['in DER with a byte more', `${der(made)}00`],
    ['in DER with a wrong length', `3045${der(made).slice(4)}`],
    ['in base58', 'z'.repeat(88)],
    ['of r alone', felt(made.r)],
    ['of r alone in a list', list(made.r)],
    ['of nothing in a list', '[]'],
    ['of a list that was cut', list(made.r, made.s).slice(0, -1)],
    ['of four felts, of an account with a guardian', list(made.r, made.s, made.r, made.s)],
    ['of an account with two signatures', list(2n, 0n, senderKey.x, made.r, made.s, 0n, otherKey.x, made.r, made.s)],
    ['of an account with another key', list(1n, 0n, otherKey.x, made.r, made.s)],
    ['of an account with a signer of another kind', list(1n, 1n, senderKey.x, made.r, made.s)],
    ['of Braavos by a signer of another kind', list(2n, made.r, made.s)],
    ['with something else in the list', JSON.stringify([felt(made.r), 'x'])],
    ['with objects in the list', '[{"toString":1,"valueOf":1},{"toString":1,"valueOf":1}]'],
    ['with null', '[null,null]'],
    ['with negative numbers', `[-${made.r},${made.s}]`],
    ['with fractions', `[1.5,${made.s}]`],
    ['with commas only', ',,,,'],
    ['with numbers beyond the field', list(2n ** 255n, made.s)],
    ['of JSON that was cut', '{"r":"0x1"'],
    ['of JSON without s', JSON.stringify({ r: felt(made.r) })],
    ['of JSON with a prototype', '{"__proto__":{"r":"0x1","s":"0x1"}}'],
    ['of JSON that is null', 'null'],
    ['of half a character', '\uD800'],
    ['of brackets', '['.repeat(900)],
    ['of braces', '{'.repeat(900)],
    ['that is very long', 'ab'.repeat(100_000)],
    ['that is a very long list', `[${'0x1,'.repeat(100_000)}0x1]`],
    ['of zeros for each number', '0x'.repeat(400)],
  ])('%s is malformed', async (_, text) => {
    const [first] = await refusal(made.data, text);
    expect(first).toMatchObject({ code: 'signature.malformed', field: 'transaction.signature' });
  });

  it('with digits missing in front is never taken for another one', async () => {
    // Without its first digit, r is another number.
    const text = (hex(made.r) + hex(made.s)).slice(1);
    expect(await firstCode(made.data, text)).toBe('signature.mismatch');
  });

  it('by either of the two keys with this x is taken, as accounts do', async () => {
    const mirrored = keyOf(padded(order - BigInt(`0x${senderKey.key}`)));
    expect([mirrored.x, mirrored.y === senderKey.y]).toEqual([senderKey.x, false]);
    const theirs = mirrored.sign(made.hash);
    expect((await signedOfData(made.data, compact(theirs))).raw).toContain(felt(theirs.s));
    // And params may hold the other point: accounts know x alone.
    const other = signable({ owner: mirrored });
    expect(other.hash).toBe(made.hash);
    expect((await signedOfData(other.data, compact(made))).hash).toBe(felt(made.hash));
  });

  it('with n - s is taken: accounts take it too', async () => {
    const mirrored = { r: made.r, s: order - made.s };
    expect(verify(bytesOf(compact(mirrored)), padded(made.hash), bytesOf(senderKey.point))).toBe(true);
    expect((await signedOfData(made.data, compact(mirrored))).hash).toBe(felt(made.hash));
  });
});

describe('the layout', () => {
  // argentlabs/argent-contracts-starknet, "Argent account": accounts with several signers, since 0.4.0.
  const withKey: readonly ClassName[] = ['argent-0.4.0', 'argent-0.5.0'];

  it.each(classNames)('is that of the class: %s', async (account) => {
    const hasKey = withKey.includes(account);
    const { data, r, s } = signable({ account });
    const plain = [felt(r), felt(s)];
    const expected = hasKey ? ['0x1', '0x0', felt(senderKey.x), ...plain] : plain;
    // In the form of each kind of account, too.
    for (const text of [compact({ r, s }), list(1n, 0n, senderKey.x, r, s), list(1n, r, s)]) {
      expect(JSON.parse((await signedOfData(data, text)).raw).signature).toEqual(expected);
    }
  });

  it.each(['argent-0.4.0', 'argent-0.5.0'] as const)('of a deployment has the key: %s', async (account) => {
    const data = deployData(account);
    const { r, s } = senderKey.sign(hashOf(data));
    const { signature } = JSON.parse((await signedOfData(data, compact({ r, s }))).raw);
    expect(signature).toEqual(['0x1', '0x0', felt(senderKey.x), felt(r), felt(s)]);
  });
});

/** Signatures of random hashes. */
const random = Array.from({ length: turns(400, 60) }, (_, i) => {
  const hash = BigInt(pedersen(BigInt(i + 1), BigInt(seed))) % 2n ** 251n;
  return { hash, ...senderKey.sign(hash) };
});

describe('r||s without leading zeros', () => {
  it('is read in one way only', () => {
    const lengths = new Set<number>();
    // Among 60 signatures there may be none of 124 digits.
    const commonLengths = [126, 125, 124].slice(0, turns(3, 2));
    for (const { hash, r, s } of random) {
      const text = hex(r) + hex(s);
      lengths.add(text.length);
      const read = readSignatures(text, senderKey);
      // Its length has one reading, or one more for each digit that is missing.
      expect(read.length).toBeLessThanOrEqual(127 - text.length);
      expect(read.filter((each) => verifies(each, hash, senderKey))).toEqual([{ r, s }]);
    }
    expect([...lengths].toSorted((a, b) => b - a).slice(0, commonLengths.length)).toEqual(commonLengths);
  });

  it('has eleven readings at most, so a hostile text takes that many verifications', () => {
    const readingsOf = (length: number) => readSignatures('1'.repeat(length), senderKey).length;
    expect(readingsOf(126)).toBe(1);
    expect(readingsOf(116)).toBe(11);
    expect(() => readingsOf(115)).toThrowError(expect.objectContaining({ code: 'signature.malformed' }));
    expect(() => readingsOf(127)).toThrowError(expect.objectContaining({ code: 'signature.malformed' }));
  });
});

it(`DER and r||s of ${random.length} signatures are read as they were written`, () => {
  for (const { r, s } of random) {
    for (const text of [der({ r, s }), compact({ r, s })])
      expect(readSignatures(text, senderKey)).toContainEqual({ r, s });
  }
});

describe('verifies', () => {
  it('agrees with @scure/starknet, for right and wrong signatures', () => {
    for (const { hash, r, s } of random.slice(0, turns(40, 8))) {
      for (const signature of [
        { r, s },
        { r: s, s: r },
        { r, s: order - s },
        { r, s: s === 1n ? 2n : s - 1n },
      ]) {
        const theirs = [senderKey, keyOf(padded(order - BigInt(`0x${senderKey.key}`)))].some(({ point }) =>
          verify(bytesOf(compact(signature)), padded(hash), bytesOf(point)),
        );
        expect(verifies(signature, hash, senderKey)).toBe(theirs);
      }
    }
  });

  it('takes hashes above 2^251, which libraries refuse to sign', () => {
    // Only for the test: a key and a nonce of 1 make r = x of the generator, s = hash + r.
    const generator = keyOf(padded(1n));
    const hash = 2n ** 251n + 12_345n;
    const s = (hash + generator.x) % order;
    expect(() => sign(hex(hash).padStart(64, '0'), padded(1n))).toThrow();
    expect(verifies({ r: generator.x, s }, hash, generator)).toBe(true);
    expect(verifies({ r: generator.x, s }, hash + 1n, generator)).toBe(false);
  });

  it('refuses a signature whose point would be nowhere', () => {
    // z G + r Q = 0 for the key -1 and r = z.
    const minusOne = keyOf(padded(order - 1n));
    const z = minusOne.x;
    expect(verifies({ r: z, s: 1n }, z, minusOne)).toBe(false);
  });
});

describe('a signature over something else', () => {
  it.each<[string, bigint, string]>([
    ['the Pedersen hash of raw signers', BigInt(pedersen(made.hash, 0n)), 'the Pedersen hash of `hash.value` and 0'],
    ['a hash that lost its last digit', made.hash >> 4n, '`hash.value` without its last digit'],
  ])('%s: the refusal says so', async (_, digest, what) => {
    const problems = await refusal(made.data, compact(senderKey.sign(digest)));
    expect(problems.map(({ code }) => code)).toEqual(['signature.mismatch', 'signature.malformed']);
    expect(problems[1]?.context).toEqual({
      reason: `it was made over ${what}: sign the number of \`hash.value\` as it is`,
    });
    expect(await refusal(made.data, compact(otherKey.sign(digest)))).toHaveLength(1);
  });
});
