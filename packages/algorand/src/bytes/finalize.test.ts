import { createHash } from 'node:crypto';
import { type CompletedData, RefusedError } from '@isochain/core';
import { chosen } from '@isochain/dial';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha512_256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  bytesOfAddress,
  type Fields,
  fieldsOf,
  isSigned,
  judged,
  judgedBytes,
  judgedFields,
  judgedSignature,
  judgedSigned,
  msgpack,
  multisig,
  type Proof,
  signedOf,
  type Value,
} from '../../test/judge.ts';
import { type TestKey, testKey } from '../../test/keys.ts';
import { authKey, dataOfMade, kinds, madeOf, otherKey, rekeyed, senderKey, signedOfData } from '../../test/made.ts';
import { signatureForms } from '../../test/signature-forms.ts';
import { assemble } from './assemble.ts';
import { finalize } from './finalize.ts';
import { isSignatureOf } from './verify.ts';

async function problemsOf(data: CompletedData, text: string) {
  try {
    await signedOfData(data, text);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return error.problems;
  }
  return [];
}

const codesOf = async (data: CompletedData, text: string) => (await problemsOf(data, text)).map(({ code }) => code);

/** What refusals say, in one text. */
const messageOf = async (data: CompletedData, text: string) =>
  (await problemsOf(data, text)).map(({ message }) => message).join(' ');

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));

const made = madeOf('payment', { note: Buffer.from('invoice 7') });
const data = dataOfMade(made);
const { raw, hash, message, txId, bytes, fields } = judged(made);
const signature = judgedSignature(made, senderKey);
const expected = { raw: judgedSigned(made, senderKey), hash: txId };

/** The signed transaction with other fields, or with something else beside it. */
function wholeOf(txn: Fields, proof?: Proof, key: TestKey = senderKey): string {
  const sig = bytesOf(key.sign(judgedFields(txn).message));
  return hex(signedOf(txn, proof ?? { sig }));
}

describe('finalize', () => {
  it.each(signatureForms)('takes %s', async (_, write) => {
    expect(await signedOfData(data, write(made, senderKey))).toEqual(expected);
  });

  it.each(signatureForms)('takes of a rekeyed account %s', async (_, write) => {
    const own = rekeyed(made);
    const signed = { raw: judgedSigned(own, authKey), hash: txId };
    expect(await signedOfData(dataOfMade(own), write(own, authKey))).toEqual(signed);
  });

  it.each(signatureForms)('refuses the signature of another key as %s', async (_, write) => {
    const problems = await problemsOf(data, write(made, otherKey));
    expect(problems[0]?.code).toBe('signature.mismatch');
    // Those that name the key say that it is another one.
    const names = problems[1]?.message ?? 'the signature names another key';
    expect(names).toContain('the signature names another key');
  });

  it.each(kinds)('takes the signature of %s', async (kind) => {
    for (const own of [madeOf(kind), rekeyed(madeOf(kind)), madeOf(kind, { lease: new Uint8Array(32).fill(7) })]) {
      const key = own.signer === own.sender ? senderKey : authKey;
      const signed = { raw: judgedSigned(own, key), hash: judged(own).txId };
      expect(await signedOfData(dataOfMade(own), judgedSignature(own, key))).toEqual(signed);
      expect(await signedOfData(dataOfMade(own), signed.raw)).toEqual(signed);
    }
  });

  it('refuses a signature with any bit flipped', async () => {
    const bits = Array.from({ length: 74 }, (_, i) => 7 * i);
    // One of each 32 bits in an ordinary run.
    for (const bit of chosen(bits, (each) => each >> 5, 0)) {
      const flipped = bytesOf(signature).map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      expect([bit, await codesOf(data, hex(flipped))]).toEqual([bit, ['signature.mismatch']]);
    }
  });

  it.each<[string, Value | undefined, string]>([
    ['amt', made.amount + 1n, 'another amount'],
    ['amt', undefined, 'no amount'],
    ['rcv', bytesOfAddress(otherKey.address), 'another recipient'],
    ['rcv', undefined, 'no recipient'],
    ['snd', bytesOfAddress(otherKey.address), 'another sender'],
    ['fee', 1_001n, 'another fee'],
    ['fee', undefined, 'no fee'],
    ['fv', made.firstValid - 1n, 'another first round'],
    ['lv', made.lastValid + 1n, 'another last round'],
    ['gen', 'testnet-v1.0', 'the name of another network'],
    ['gen', undefined, 'no name of the network'],
    ['gh', Buffer.alloc(32, 7), 'another network'],
    ['note', Buffer.from('invoice 8'), 'another note'],
    ['note', undefined, 'no note'],
    ['lx', Buffer.alloc(32, 7), 'a lease'],
    ['rekey', bytesOfAddress(otherKey.address), 'a key that the account gets'],
    ['rekey', bytesOfAddress(senderKey.address), 'its own key, which it gets again'],
    ['close', bytesOfAddress(otherKey.address), 'everything for somebody else'],
    ['close', bytesOfAddress(made.recipient), 'everything for the recipient'],
    ['grp', Buffer.alloc(32, 7), 'a group'],
    ['type', 'axfer', 'another type'],
  ])('refuses with another %s = %s: %s', async (name, value) => {
    const other = { ...fields, [name]: value };
    expect(judgedFields(other).raw).not.toBe(raw);
    expect((await codesOf(data, wholeOf(other)))[0]).toBe('signature.otherTransaction');
    // The right signature does not help: what was shown to the user is another transaction.
    expect((await codesOf(data, wholeOf(other, { sig: bytesOf(signature) })))[0]).toBe('signature.otherTransaction');
    expect(await codesOf(data, senderKey.sign(judgedFields(other).message))).toEqual(['signature.mismatch']);
  });

  it.each(['aclose', 'asnd', 'rekey', 'close'])('refuses a token transfer that got the field %s', async (name) => {
    for (const kind of ['assetTransfer', 'optIn'] as const) {
      const own = madeOf(kind);
      const other = { ...fieldsOf(own), [name]: bytesOfAddress(otherKey.address) };
      const codes = await codesOf(dataOfMade(own), wholeOf(other));
      // The library does not read "close" in a transfer of an asset. The bytes still differ.
      expect([['signature.otherTransaction'], ['signature.malformed']]).toContainEqual(codes);
      expect(codes).toEqual([name === 'close' ? 'signature.malformed' : 'signature.otherTransaction']);
    }
  });

  it.each<[string, Uint8Array, string]>([
    ['the transaction without "TX"', bytes, 'the bytes of `raw.value`, without the prefix "TX"'],
    ['the digest', sha512_256(message), 'the SHA-512/256 of `hash.value`'],
    ['the digest without "TX"', sha512_256(bytes), 'the SHA-512/256 of `raw.value`'],
    ['the id', Buffer.from(txId), 'the id of the transaction as text'],
    ['the prefix twice', Buffer.from(`5458${hash}`, 'hex'), 'the prefix "TX" twice'],
    ['hex as text', Buffer.from(hash), '`hash.value` as text'],
    ['hex as text with 0x', Buffer.from(`0x${hash}`), '`hash.value` as text with 0x'],
    ['the transaction in hex as text', Buffer.from(raw), '`raw.value` as text'],
    ['a message', Buffer.from(`4d58${hash}`, 'hex'), '`hash.value` as a message'],
    ['the transaction as a message', Buffer.from(`4d58${raw}`, 'hex'), '`raw.value` as a message'],
  ])('says that %s was signed', async (_, signed, what) => {
    const problems = await problemsOf(data, senderKey.sign(signed));
    expect(problems.map(({ code }) => code)).toEqual(['signature.mismatch', 'signature.malformed']);
    expect(problems[1]?.message).toContain(`it was made over ${what}: sign the bytes of \`hash.value\` as they are`);
    expect(await codesOf(data, otherKey.sign(signed))).toEqual(['signature.mismatch']);
    // In a whole transaction too.
    expect(await messageOf(data, wholeOf(fields, { sig: bytesOf(senderKey.sign(signed)) }))).toContain(what);
  });

  it('refuses a signature that names another key', async () => {
    for (const publicKey of [otherKey.address, otherKey.publicKey, 'nonsense', '']) {
      for (const answer of [
        { publicKey, signature },
        { publicKey, stxn: expected.raw },
      ]) {
        const text = JSON.stringify(answer);
        expect(await codesOf(data, text)).toEqual(['signature.mismatch', 'signature.malformed']);
        expect(await messageOf(data, text)).toContain('the signature names another key');
      }
    }
  });

  it.each([
    ['nothing', ''],
    ['0x', '0x'],
    ['words', 'not a signature!'],
    ['63 bytes', signature.slice(2)],
    ['65 bytes', `${signature}00`],
    ['two signatures behind each other', signature + signature],
    ['two signatures with a comma', `${signature},${signature}`],
    ['broken JSON', '{"signature":'],
    ['a broken list', '["'],
    ['JSON without a signature', '{}'],
    ['an empty list', '[]'],
    ['a list of null', '[null]'],
    ['a list of lists', '[[[[[[["AA"]]]]]]]'],
    ['JSON with a number', '{"signature":1}'],
    ['JSON with null', '{"signature":null}'],
    ['JSON with true', '{"signature":true}'],
    ['JSON in JSON', JSON.stringify({ signature: JSON.stringify({ signature }) })],
    ['a number', '7'],
    ['a list of numbers that are no bytes', `[${'256,'.repeat(63)}0]`],
    ['a list of halves', `[${'0.5,'.repeat(63)}0]`],
    ['bytes with a gap', JSON.stringify({ 0: 1, 2: 3 })],
    ['an error of a wallet', JSON.stringify({ error: { code: 4100, message: 'Transaction request rejected' } })],
    ['the transaction without a signature', raw],
    ['what is to be signed', hash],
    ['the transaction without a signature in base64', Buffer.from(bytes).toString('base64')],
    ['a signed transaction with a byte more', `${expected.raw}00`],
    ['a signed transaction with a byte less', expected.raw.slice(0, -2)],
    ['a signed transaction with a byte in front', `00${expected.raw}`],
    ['two signed transactions behind each other', expected.raw + expected.raw],
    ['the transaction behind a signed one', expected.raw + raw],
    ['two signed transactions in a list', JSON.stringify([expected.raw, expected.raw])],
    ['a map without a transaction', hex(msgpack({ sig: bytesOf(signature) }))],
    ['an empty map', '80'],
    ['a list in msgpack', hex(msgpack([bytesOf(signature)]))],
    ['10 KB of zeros', '00'.repeat(5_000)],
    ['10 KB of base64', 'A'.repeat(10_000)],
    ['10 KB of anything', '\u{1F600}'.repeat(2_500)],
    ['10 KB of brackets', '['.repeat(10_000)],
    ['10 KB of lists', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
    ['10 KB of lists in msgpack', '91'.repeat(4_999)],
    ['10 KB of maps in msgpack', '81a3'.repeat(2_499)],
    ['a list of four billion', 'ddffffffff00'],
    ['a map of four billion', 'dfffffffffa0'],
    ['bytes of four billion', `c6ffffffff${'00'.repeat(100)}`],
    ['1 MB', '0'.repeat(1_000_000)],
    ['1 MB of JSON', `[${'0,'.repeat(500_000)}0]`],
  ])('refuses %s', async (_, text) => {
    expect(await codesOf(data, text)).toEqual(['signature.malformed']);
  });

  it.each([
    ['words!', 'neither hex nor base64'],
    ['', 'it has 0 bytes'],
    ['{"signature":', 'begins like JSON'],
    ['[null]', 'signed nothing'],
    [JSON.stringify([expected.raw, expected.raw]), 'it has 2 signatures: expected one'],
    [JSON.stringify({ error: { code: 4100, message: 'no' } }), 'answered with an error'],
    [raw, 'it is the transaction without a signature'],
    [hash, 'it is the transaction without a signature'],
    [expected.raw + expected.raw, 'more than one signed transaction'],
    [`${signature}00`, 'it has 65 bytes: expected 64, or a signed transaction'],
    ['0'.repeat(20_001), 'too long'],
  ])('says of %s what is wrong', async (text, what) => {
    expect(await messageOf(data, text)).toContain(what);
  });

  it('takes the longest transaction in the longest form', async () => {
    const longest = madeOf('goOnline', {
      ...{ note: Buffer.alloc(1_024, 'x'), lease: new Uint8Array(32).fill(200), fee: 10_000_000n },
      ...{ stateProofKey: new Uint8Array(64).fill(200), voteKey: new Uint8Array(32).fill(200) },
      ...{ voteFirst: 2n ** 64n - 2n, voteLast: 2n ** 64n - 1n, voteKeyDilution: 2n ** 64n - 1n },
      ...{ firstValid: 2n ** 64n - 2n, lastValid: 2n ** 64n - 1n, signer: authKey.address },
    });
    const signed = { raw: judgedSigned(longest, authKey), hash: judged(longest).txId };
    expect(signed.raw.length / 2).toBeLessThan(1_600);
    for (const text of [
      ...[signed.raw, JSON.stringify([...bytesOf(signed.raw)]), JSON.stringify(bytesOf(signed.raw))],
      JSON.stringify([{ blob: bytesOf(signed.raw) }], null, 0),
    ])
      expect(await signedOfData(dataOfMade(longest), text)).toEqual(signed);
  });

  it('never repeats what was sent: it may be a private key', async () => {
    const seed = senderKey.privateKey.slice(2);
    const base64 = Buffer.from(seed, 'hex').toString('base64');
    const words = 'awful drop leaf tennis indoor begin mandate discover uncle seven only coil';
    for (const text of [
      ...[seed, `0x${seed}`, base64, seed + senderKey.publicKey, seed + seed + seed],
      ...[JSON.stringify({ signature: seed }), JSON.stringify({ signature, publicKey: seed }), JSON.stringify([seed])],
      ...[JSON.stringify({ error: { message: seed } }), JSON.stringify({ [seed]: seed }), words, `{${words}`],
    ]) {
      const problems = await problemsOf(data, text);
      expect(problems.length).toBeGreaterThan(0);
      const told = JSON.stringify(problems);
      for (const part of [seed, base64, 'awful']) expect(told).not.toContain(part);
    }
  });
});

describe('a signed transaction with something else beside it', () => {
  const sig = bytesOf(signature);
  const several = multisig(2, [senderKey.address, otherKey.address], [sig, bytesOf(otherKey.sign(message))]);
  const program = { l: bytesOf('0620010122') };

  it.each<[string, Proof, string]>([
    ['no signature', {}, 'the transaction in it is not signed'],
    ['several signatures', { msig: several }, 'it has several signatures'],
    ['a program', { lsig: program }, 'a program signed it'],
    ['a program that the key signed', { lsig: { ...program, sig } }, 'a program signed it'],
  ])('is refused: %s', async (_, proof, what) => {
    expect(await codesOf(data, wholeOf(fields, proof))).toEqual(['signature.malformed']);
    expect(await messageOf(data, wholeOf(fields, proof))).toContain(what);
  });

  it.each<[string, Proof]>([
    ['a signature and several', { sig, msig: several }],
    ['a signature and a program', { sig, lsig: program }],
    ['several signatures and a program', { msig: several, lsig: program }],
    ['all of them', { sig, msig: several, lsig: program, pqsig: { a: 1n } }],
    ['a post-quantum signature', { pqsig: { sig: new Uint8Array(1_200).fill(7) } }],
    ['a signature of 63 bytes', { sig: sig.subarray(1) }],
    ['an empty signature', { sig: new Uint8Array() }],
    ['zeros', { sig: new Uint8Array(64) }],
  ])('is refused: %s', async (_, proof) => {
    expect(await codesOf(data, wholeOf(fields, proof))).toEqual(['signature.malformed']);
  });

  /** A map as these pairs stand, also if a name occurs twice. */
  const map = (...pairs: readonly (readonly [string, Uint8Array])[]) =>
    hex(Buffer.concat([Buffer.of(0x80 + pairs.length), ...pairs.flatMap(([name, value]) => [msgpack(name), value])]));

  const other = judgedFields({ ...fields, close: bytesOfAddress(otherKey.address) });
  const signedSig = msgpack(sig);

  it('but not what these are made of', async () => {
    expect(await signedOfData(data, map(['sig', signedSig], ['txn', bytes]))).toEqual(expected);
  });

  it.each<[string, string]>([
    ['another order', map(['txn', bytes], ['sig', signedSig])],
    ['another transaction first', map(['sig', signedSig], ['txn', other.bytes], ['txn', bytes])],
    ['another transaction behind it', map(['sig', signedSig], ['txn', bytes], ['txn', other.bytes])],
    ['two signatures', map(['sig', msgpack(new Uint8Array(64).fill(7))], ['sig', signedSig], ['txn', bytes])],
    ['an unknown field', map(['sig', signedSig], ['txn', bytes], ['xyz', bytes])],
    ['an unknown field in front', map(['aaa', other.bytes], ['sig', signedSig], ['txn', bytes])],
    ['a long map', `de0002${map(['sig', signedSig], ['txn', bytes]).slice(2)}`],
    ['a signature as text', map(['sig', Buffer.concat([Buffer.of(0xd9, 64), sig])], ['txn', bytes])],
    ['a signature with a long length', map(['sig', Buffer.concat([Buffer.of(0xc5, 0, 64), sig])], ['txn', bytes])],
    ['a long name', `82d903736967${hex(signedSig)}a374786e${raw}`],
    ['an empty signer', map(['sgnr', msgpack(new Uint8Array(32))], ['sig', signedSig], ['txn', bytes])],
    ['a signer of 31 bytes', map(['sgnr', msgpack(new Uint8Array(31))], ['sig', signedSig], ['txn', bytes])],
  ])('is refused: %s', async (_, text) => {
    const codes = await codesOf(data, text);
    expect([['signature.malformed'], ['signature.otherTransaction']]).toContainEqual(codes);
  });

  // The same transaction in other bytes.
  it.each<[string, (canonical: string) => string]>([
    ['a long amount', (canonical) => canonical.replace('a3616d74ce002625a0', 'a3616d74cf00000000002625a0')],
    ['a long fee', (canonical) => canonical.replace('a3666565cd03e8', 'a3666565ce000003e8')],
    ['a signed fee', (canonical) => canonical.replace('a3666565cd03e8', 'a3666565d103e8')],
    ['a note with a long length', (canonical) => canonical.replace('a46e6f7465c409', 'a46e6f7465c50009')],
    ['a note as text', (canonical) => canonical.replace('a46e6f7465c409', 'a46e6f7465a9')],
    ['an amount twice', (canonical) => canonical.replace(/^8aa3616d74ce002625a0/, '8ba3616d7401a3616d74ce002625a0')],
    ['a field of zero', (canonical) => canonical.replace(/^8a/, '8ba161c2')],
    ['a long map', (canonical) => canonical.replace(/^8a/, 'de000a')],
    ['another order', (c) => c.replace(/^8a(a3616d74ce002625a0)(a3666565cd03e8)/, '8a$2$1')],
  ])('is refused: %s', async (_, change) => {
    const changed = change(raw);
    expect(changed).not.toBe(raw);
    const text = hex(Buffer.concat([Buffer.of(0x82), msgpack('sig'), signedSig, msgpack('txn'), bytesOf(changed)]));
    expect(await codesOf(data, text)).toEqual(['signature.malformed']);
    // The signature may be of those bytes. It is not of ours.
    const own = bytesOf(senderKey.sign(judgedBytes(bytesOf(changed)).message));
    expect(await codesOf(data, hex(own))).toEqual(['signature.mismatch']);
    const whole = Buffer.concat([Buffer.of(0x82), msgpack('sig'), msgpack(own), msgpack('txn'), bytesOf(changed)]);
    expect(await codesOf(data, hex(whole))).toEqual(['signature.malformed']);
  });
});

describe('the signature of a rekeyed account', () => {
  const own = rekeyed(made);
  const rekeyedData = dataOfMade(own);
  const signed = { raw: judgedSigned(own, authKey), hash: txId };
  const sig = bytesOf(authKey.sign(message));

  it('has the signer beside it', () => {
    const key = hex(bytesOfAddress(authKey.address));
    expect(signed.raw).toBe(`83a473676e72c420${key}a3736967c440${hex(sig)}a374786e${raw}`);
    expect(signed.raw.length).toBe(expected.raw.length + 2 * 39);
  });

  it('is taken without a signer: wallets forget it, and the chain refuses the transaction then', async () => {
    expect(await signedOfData(rekeyedData, hex(signedOf(fields, { sig })))).toEqual(signed);
  });

  it('is taken of an account that was not rekeyed, if the signer is the sender: the chain refuses to see it', async () => {
    const text = hex(signedOf(fields, { sig: bytesOf(signature), sgnr: senderKey.address }));
    expect(await signedOfData(data, text)).toEqual(expected);
  });

  it('is refused if the old key made it', async () => {
    for (const text of [
      signature,
      expected.raw,
      hex(signedOf(fields, { sig: bytesOf(signature), sgnr: authKey.address })),
    ]) {
      const problems = await problemsOf(rekeyedData, text);
      expect(problems.map(({ code }) => code)).toEqual(['signature.mismatch', 'signature.malformed']);
      expect(problems[1]?.message).toContain(`the key of ${senderKey.address} made it`);
      expect(problems[1]?.message).toContain(`the account is rekeyed to ${authKey.address}`);
    }
  });

  it.each([
    ['the sender', senderKey.address],
    ['somebody else', otherKey.address],
  ])('is refused if it names %s', async (_, sgnr) => {
    for (const each of [sig, bytesOf(signature), bytesOf(otherKey.sign(message))]) {
      const text = hex(signedOf(fields, { sig: each, sgnr }));
      expect(await codesOf(rekeyedData, text)).toEqual(['signature.mismatch', 'signature.malformed']);
      expect(await messageOf(rekeyedData, text)).toContain(`it names ${sgnr} as the key that signed`);
    }
  });

  it('is refused for an account that was not rekeyed', async () => {
    expect(await codesOf(data, hex(sig))).toEqual(['signature.mismatch']);
    expect(await codesOf(data, hex(signedOf(fields, { sig })))).toEqual(['signature.mismatch']);
    expect(await messageOf(data, signed.raw)).toContain(`it names ${authKey.address} as the key that signed`);
    // Nor does the signer make a valid signature another one.
    const named = hex(signedOf(fields, { sig: bytesOf(signature), sgnr: authKey.address }));
    expect(await codesOf(data, named)).toEqual(['signature.mismatch', 'signature.malformed']);
  });
});

describe('verification', () => {
  /** All points whose order is 1, 2, 4 or 8. Eight times each of them is the first one, which a test proves. */
  const small = [
    '0100000000000000000000000000000000000000000000000000000000000000',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    '0000000000000000000000000000000000000000000000000000000000000000',
    '0000000000000000000000000000000000000000000000000000000000000080',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  ];

  it('knows the points of small order', () => {
    expect(new Set(small).size).toBe(8);
    for (const point of small)
      expect(ed25519.Point.fromHex(point, true).double().double().double().toHex()).toBe(small[0]);
  });

  it('refuses keys of small order, for which anybody can sign', () => {
    for (const key of small)
      for (const point of small)
        expect(isSignatureOf(bytesOf(point + '00'.repeat(32)), message, addressOf(bytesOf(key)))).toBe(false);
  });

  it('refuses points with a part of small order, which differ between verifiers', () => {
    const { Point } = ed25519;
    const torsion = Point.fromHex(small[4] ?? '', true);
    const key = Point.fromBytes(bytesOfAddress(senderKey.address));
    const mixed = addressOf(key.add(torsion).toBytes());
    const sig = bytesOf(signature);
    const point = Point.fromBytes(sig.subarray(0, 32)).add(torsion).toBytes();
    expect(isSignatureOf(sig, message, mixed)).toBe(false);
    expect(isSignatureOf(Uint8Array.from([...point, ...sig.subarray(32)]), message, senderKey.address)).toBe(false);

    // A valid signature by the equation with the cofactor, which the chain uses too: its first point has such a part.
    const order = Point.Fn.ORDER;
    const secret = 123_456_789n;
    const nonce = 987_654_321n;
    const own = Point.BASE.multiply(secret);
    const first = Point.BASE.multiply(nonce).add(torsion).toBytes();
    const digest = sha512Number(Buffer.concat([first, own.toBytes(), message])) % order;
    const second = (nonce + digest * secret) % order;
    const forged = Uint8Array.from([...first, ...littleEndian(second)]);
    expect(ed25519.verify(forged, message, own.toBytes(), { zip215: true })).toBe(true);
    expect(isSignatureOf(forged, message, addressOf(own.toBytes()))).toBe(false);
  });

  it('refuses the second number with the order added, which is the same signature in other bytes', () => {
    const sig = bytesOf(signature);
    const added = littleEndianNumber(sig.subarray(32)) + ed25519.Point.Fn.ORDER;
    const other = Uint8Array.from([...sig.subarray(0, 32), ...littleEndian(added)]);
    expect(isSignatureOf(sig, message, senderKey.address)).toBe(true);
    expect(isSignatureOf(other, message, senderKey.address)).toBe(false);
    expect(isSigned(other, message, senderKey.address)).toBe(false);
  });

  it('refuses addresses that are no points', () => {
    const none = Array.from({ length: 40 }, (_, i) => addressOf(sha512_256(Uint8Array.of(i))));
    for (const address of none) expect(isSignatureOf(bytesOf(signature), message, address)).toBe(false);
  });

  it('refuses a plan of such a key, whatever made it', () => {
    const key = addressOf(bytesOf(small[1] ?? ''));
    const plan = {
      ...{ sender: senderKey.address, fee: 1_000n, firstValid: 1n, lastValid: 2n, note: undefined, lease: undefined },
      ...{ genesisId: made.genesisId, genesisHash: made.genesisHash, signer: key },
      deed: { type: 'payment', receiver: testKey(3).address, amount: 5n } as const,
    };
    const { unsigned } = assemble(plan);
    expect(() => finalize(plan, unsigned, small[0] + '00'.repeat(32))).toThrow(
      expect.objectContaining({ code: 'signature.mismatch' }),
    );
  });
});

function littleEndianNumber(all: Uint8Array): bigint {
  return all.reduceRight((value, byte) => (value << 8n) + BigInt(byte), 0n);
}

function littleEndian(value: bigint): number[] {
  return Array.from({ length: 32 }, (_, i) => Number((value >> BigInt(8 * i)) & 255n));
}

function sha512Number(all: Uint8Array): bigint {
  return littleEndianNumber(createHash('sha512').update(all).digest());
}
