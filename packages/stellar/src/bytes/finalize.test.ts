import { createHash } from 'node:crypto';
import { type CompletedData, RefusedError } from '@isochain/core';
import { chosen } from '@isochain/dial';
import { Point } from '@noble/ed25519';
import { describe, expect, it } from 'vitest';
import {
  Asset,
  Claimant,
  judged,
  judgedItem,
  judgedSignature,
  judgedSigned,
  Memo,
  muxed,
  Operation,
  passphrases,
  StrKey,
  sha256Of,
  TransactionBuilder,
  testKey,
  xdr,
} from '../../test/judge.ts';
import { dataOfMade, kinds, type Made, madeOf, otherKey, secondKey, senderKey, signedOfData } from '../../test/made.ts';
import { signatureForms, version0 } from '../../test/signature-forms.ts';
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

const made = madeOf('payment', { memo: { type: 'text', value: 'invoice 7' } });
const data = dataOfMade(made);
const transaction = judged(made);
const { envelope, hash } = judgedItem(transaction);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const signature = judgedSignature(made, senderKey);

describe('finalize', () => {
  it.each(signatureForms)('takes %s', async (_, write) => {
    expect(await signedOfData(data, write(made, senderKey))).toEqual({ raw: judgedSigned(made, [senderKey]), hash });
  });

  it.each(signatureForms)('refuses the signature of another key as %s', async (_, write) => {
    expect(await codesOf(data, write(made, otherKey))).toEqual(['signature.mismatch']);
  });

  it.each(kinds)('takes the signature of %s, from a muxed account too', async (kind) => {
    for (const sender of [senderKey.publicKey(), muxed(senderKey.publicKey(), 2n ** 64n - 1n)]) {
      const each = madeOf(kind, { sender });
      const expected = { raw: judgedSigned(each, [senderKey]), hash: judgedItem(judged(each)).hash };
      expect(await signedOfData(dataOfMade(each), judgedSignature(each, senderKey))).toEqual(expected);
      expect(await signedOfData(dataOfMade(each), expected.raw)).toEqual(expected);
    }
  });

  it('takes the signature of a key that is not the account', async () => {
    const each = { ...made, signers: [otherKey.publicKey()] };
    const expected = { raw: judgedSigned(made, [otherKey]), hash };
    for (const text of [judgedSignature(made, otherKey), expected.raw])
      expect(await signedOfData(dataOfMade(each), text)).toEqual(expected);
    expect(await codesOf(dataOfMade(each), signature)).toEqual(['signature.mismatch']);
  });

  it('refuses a signature with any bit flipped', async () => {
    const bits = Array.from({ length: 74 }, (_, i) => 7 * i);
    // One of each 32 bits in an ordinary run.
    for (const bit of chosen(bits, (each) => each >> 5, 0)) {
      const flipped = Buffer.from(signature, 'hex').map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      expect([bit, await codesOf(data, hex(flipped))]).toEqual([bit, ['signature.mismatch']]);
    }
  });

  it.each<[string, Partial<Made>]>([
    ['amount', { amount: 25_000_001n }],
    ['recipient', { recipient: otherKey.publicKey() }],
    ['number of the recipient', { recipient: muxed(made.recipient, 1n) }],
    ['sender', { sender: muxed(made.sender, 0n) }],
    ['sequence number', { sequence: made.sequence + 1n }],
    ['fee', { fee: 201n }],
    ['end', { maxTime: made.maxTime + 1n }],
    ['memo', { memo: { type: 'text', value: 'invoice 8' } }],
    ['kind of memo', { memo: { type: 'id', value: '7' } }],
    ['kind', { kind: 'createAccount' }],
    ['asset', { kind: 'tokenPayment' }],
  ])('refuses what was signed for another %s', async (_, changes) => {
    const other = { ...made, ...changes };
    expect(await codesOf(data, judgedSignature(other, senderKey))).toEqual(['signature.mismatch']);
    const signed = judgedSigned(other, [senderKey]);
    for (const text of other.sender.startsWith('M') ? [signed] : [signed, version0(signed)]) {
      const [first, ...changed] = await codesOf(data, text);
      expect(first).toBe('signature.otherTransaction');
      expect(new Set(changed)).toEqual(new Set(['signature.changed']));
    }
  });

  it.each([
    ['stellar', 'stellar-testnet', 'Stellar Testnet'],
    ['stellar-testnet', 'stellar', 'Stellar'],
  ] as const)('says on %s that a signature was made for %s', async (chain, elsewhere, name) => {
    const own = dataOfMade({ ...made, chain });
    const there: Made = { ...made, chain: elsewhere };
    // The envelope is the same: it names no network.
    for (const text of [judgedSignature(there, senderKey), judgedSigned(there, [senderKey])]) {
      const problems = await refusedOn(chain, own, text);
      expect(problems.map(({ code }) => code)).toEqual(['signature.mismatch', 'signature.malformed']);
      expect(problems[1]?.message).toContain(`it was made for ${name}, which is another network`);
    }
    expect(await refusedOn(chain, own, judgedSignature(there, otherKey))).toMatchObject([
      { code: 'signature.mismatch' },
    ]);
  });

  it.each([
    ['stellar', 'stellar-testnet', 'Stellar Testnet'],
    ['stellar-testnet', 'stellar', 'Stellar'],
  ] as const)(
    'says on %s that another envelope was signed for %s, and what else differs',
    async (chain, elsewhere, name) => {
      const own = dataOfMade({ ...made, chain });
      const there: Made = { ...made, chain: elsewhere, sequence: made.sequence + 5n };
      for (const text of [
        judgedSigned(there, [senderKey]),
        JSON.stringify({ signedTxXdr: judgedSigned(there, [senderKey]) }),
      ]) {
        const problems = await refusedOn(chain, own, text);
        expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([
          'signature.otherTransaction: The signed transaction is not the one in encoded.',
          `signature.malformed: The signature could not be read: it was made for ${name}, which is another network.`,
          `signature.changed: The wallet changed nonce from ${made.sequence} to ${made.sequence + 5n}.`,
        ]);
      }
    },
  );

  async function refusedOn(chain: Made['chain'], own: CompletedData, text: string) {
    const refusal = await signedOfData(own, text, chain).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!(refusal instanceof RefusedError)) throw new Error('it was not refused');
    return refusal.problems;
  }

  const raw = Buffer.from(envelope, 'base64');

  it.each<[string, Uint8Array, string]>([
    ['the envelope', raw, 'the bytes of `raw.value`'],
    ['the hash of the envelope', sha256Of(raw), 'the SHA-256 of `raw.value`'],
    ['the envelope as text', Buffer.from(envelope), '`raw.value` as text'],
    ['the signature base', transaction.signatureBase(), 'what is hashed, and not its hash'],
    ['the hash of the hash', sha256Of(transaction.hash()), 'the SHA-256 of `hash.value`'],
    ['the hash as text', Buffer.from(hash), '`hash.value` as text'],
    ['the hash as text with 0x', Buffer.from(`0x${hash}`), '`hash.value` as text with 0x'],
    // stellar/stellar-protocol, ecosystem/sep-0053.md.
    ['the hash as a message', sha256Of(`Stellar Signed Message:\n${hash}`), '`hash.value` as a message'],
  ])('says that %s was signed', async (_, message, what) => {
    const problems = await problemsOf(data, senderKey.sign(Buffer.from(message)).toString('hex'));
    expect(problems.map(({ code }) => code)).toEqual(['signature.mismatch', 'signature.malformed']);
    expect(problems[1]?.message).toContain(`it was made over ${what}: sign the 32 bytes of \`hash.value\` as they are`);
    expect(await codesOf(data, otherKey.sign(Buffer.from(message)).toString('hex'))).toEqual(['signature.mismatch']);
  });

  it('refuses a signature that names another key', async () => {
    for (const publicKey of [otherKey.publicKey(), 'nonsense', ''])
      expect(await codesOf(data, JSON.stringify({ publicKey, signature }))).toEqual(['signature.mismatch']);
    const whole = JSON.stringify({ publicKey: otherKey.publicKey(), signature: judgedSigned(made, [senderKey]) });
    expect(await codesOf(data, whole)).toEqual(['signature.mismatch']);
  });

  it('writes the hint of the key, whatever the envelope had', async () => {
    const signed = xdr.TransactionEnvelope.fromXDR(judgedSigned(made, [senderKey]), 'base64');
    signed.v1().signatures()[0]?.hint(Buffer.from('00000000', 'hex'));
    expect((await signedOfData(data, signed.toXDR('base64'))).raw).toBe(judgedSigned(made, [senderKey]));
  });

  it('leaves out signatures that are not needed, and duplicates', async () => {
    const expected = { raw: judgedSigned(made, [senderKey]), hash };
    for (const keys of [
      [senderKey, otherKey],
      [otherKey, secondKey, senderKey],
      [senderKey, senderKey],
    ])
      expect(await signedOfData(data, judgedSigned(made, keys))).toEqual(expected);
    for (const text of [`${signature},${signature}`, `${judgedSignature(made, otherKey)}, ${signature}`])
      expect(await signedOfData(data, text)).toEqual(expected);
  });

  it.each([
    ['nothing', ''],
    ['0x', '0x'],
    ['words', 'not a signature!'],
    ['63 bytes', signature.slice(2)],
    ['65 bytes', `${signature}00`],
    ['two signatures behind each other', signature + signature],
    ['a comma', ','],
    ['a comma behind it', `${signature},`],
    ['a comma in front of it', `,${signature}`],
    ['broken JSON', '{"signature":'],
    ['JSON without a signature', '{}'],
    ['JSON with a number', '{"signature":1}'],
    ['an answer of a wallet without an envelope', '{"signedTxXdr":7}'],
    ['an answer of a wallet with nonsense', '{"signedTxXdr":"{}"}'],
    ['JSON with null', '{"signature":null}'],
    ['the hash', hash],
    ['the envelope without signatures', envelope],
    ['the envelope without signatures in hex', hex(raw)],
    [
      'a signed envelope with a byte more',
      Buffer.concat([Buffer.from(judgedSigned(made, [senderKey]), 'base64'), Buffer.of(0)]).toString('base64'),
    ],
    [
      'a signed envelope with a byte less',
      Buffer.from(judgedSigned(made, [senderKey]), 'base64')
        .subarray(0, -1)
        .toString('base64'),
    ],
    ['the transaction of the envelope alone', transaction.toEnvelope().v1().tx().toXDR().toString('base64')],
    ['10 KB of zeros', '00'.repeat(5_000)],
    ['10 KB of base64', 'A'.repeat(10_000)],
    ['10 KB of anything', '\u{1F600}'.repeat(2_500)],
    ['10 KB of commas', ','.repeat(10_000)],
    ['many lengths', `00000002${'ff'.repeat(5_000)}`],
    ['1 MB', '0'.repeat(1_000_000)],
  ])('refuses %s', async (_, text) => {
    expect(await codesOf(data, text)).toEqual(['signature.malformed']);
  });

  it('does not read more text than 20 signatures need', async () => {
    expect(await messageOf(data, Array(400).fill(signature).join())).toContain('it is too long');
  });

  it('refuses a fee bump, which is another transaction', async () => {
    const inner = judged(made);
    inner.sign(senderKey);
    const bump = TransactionBuilder.buildFeeBumpTransaction(otherKey, '400', inner, passphrases.stellar);
    bump.sign(otherKey);
    const text = bump.toEnvelope().toXDR('base64');
    expect(await codesOf(data, text)).toEqual(['signature.malformed']);
    expect(await messageOf(data, text)).toContain('a fee bump');
  });

  it.each<[string, () => string]>([
    ['a second operation', () => signed(judged(made, [...operations(), ...operations()]))],
    [
      'a source of the operation',
      () => signed(judged(made, [Operation.accountMerge({ destination: made.recipient, source: made.sender })])),
    ],
    ['bounds of ledgers', () => signed(judged(made, operations(), (builder) => builder.setLedgerbounds(1, 2)))],
    [
      'a first sequence number',
      () => signed(judged(made, operations(), (builder) => builder.setMinAccountSequence('5'))),
    ],
    [
      'a claim',
      () =>
        signed(
          judged(made, [
            Operation.createClaimableBalance({
              asset: nativeAsset(),
              amount: '1',
              claimants: [new Claimant(made.recipient)],
            }),
          ]),
        ),
    ],
    ['no memo', () => signed(judged(made, operations(), (builder) => builder.addMemo(Memo.none())))],
  ])('refuses a signed envelope with %s', async (_, write) => {
    expect((await codesOf(data, write()))[0]).toBe('signature.otherTransaction');
  });

  const operations = () => [
    xdr.Operation.fromXDR(transaction.toEnvelope().v1().tx().operations()[0]?.toXDR() ?? Buffer.alloc(0)),
  ];
  const nativeAsset = () => Asset.native();
  function signed(other: ReturnType<typeof judged>): string {
    other.sign(senderKey);
    return other.toEnvelope().toXDR('base64');
  }

  it('never repeats what was sent: it may be a private key', async () => {
    const seed = senderKey.rawSecretKey().toString('hex');
    const secret = senderKey.secret();
    for (const text of [
      ...[secret, seed, `0x${seed}`, Buffer.from(seed, 'hex').toString('base64')],
      ...[secret + secret, seed + seed, `${secret},${secret}`],
      ...[JSON.stringify({ signature: secret }), JSON.stringify({ signature, publicKey: secret })],
      'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
    ]) {
      const problems = await problemsOf(data, text);
      expect(problems.length).toBeGreaterThan(0);
      const told = JSON.stringify(problems);
      for (const part of [secret, seed, 'abandon', Buffer.from(seed, 'hex').toString('base64')])
        expect(told).not.toContain(part);
    }
  });
});

describe('a transaction of several signers', () => {
  const keys = [senderKey, secondKey, otherKey];
  const each = { ...made, signers: keys.map((key) => key.publicKey()) };
  const own = dataOfMade(each);
  const proofs = keys.map((key) => judgedSignature(each, key));
  const [first = '', second = '', third = ''] = proofs;
  const expected = { raw: judgedSigned(each, keys), hash };
  const base64 = (text: string) => Buffer.from(text, 'hex').toString('base64');

  it.each([
    ['in their order', proofs.join()],
    ['in another order', [third, first, second].join(', ')],
    ['in base64', [second, third, first].map(base64).join()],
    ['in several forms', [`0x${second.toUpperCase()}`, base64(third), first].join()],
    ['with further ones', [judgedSignature(each, testKey(33)), ...proofs].join()],
    ['as an envelope', judgedSigned(each, keys)],
    ['as an envelope in another order', judgedSigned(each, [otherKey, secondKey, senderKey])],
    ['as an envelope with a further one', judgedSigned(each, [testKey(33), ...keys])],
    ['as an envelope of version 0', version0(judgedSigned(each, keys))],
    ['as an envelope and a signature', `${judgedSigned(each, [senderKey, otherKey])},${second}`],
    ['as an envelope of each', keys.map((key) => judgedSigned(each, [key])).join()],
  ])('takes its signatures %s', async (_, text) => {
    expect(await signedOfData(own, text)).toEqual(expected);
  });

  it('names the keys whose signatures are missing', async () => {
    const problems = await problemsOf(own, second);
    expect(problems.map(({ code }) => code)).toEqual(['signature.malformed']);
    expect(problems[0]?.message).toContain(`${senderKey.publicKey()} and ${otherKey.publicKey()}`);
    expect(problems[0]?.message).not.toContain(secondKey.publicKey());
    expect(await codesOf(own, [first, second, first].join())).toEqual(['signature.malformed']);
    expect(await codesOf(own, judgedSignature(each, testKey(33)))).toEqual(['signature.mismatch']);
  });

  it('says that one of them was made for another network', async () => {
    const elsewhere = judgedSignature({ ...each, chain: 'stellar-testnet' }, otherKey);
    expect(await messageOf(own, [first, second, elsewhere].join())).toContain('it was made for Stellar Testnet');
  });

  it('takes 20 at most, which is what a transaction may have', async () => {
    const many = Array.from({ length: 20 }, (_, i) => testKey(40 + i));
    const all = { ...made, signers: many.map((key) => key.publicKey()) };
    const texts = many.map((key) => judgedSignature(all, key));
    const signed = { raw: judgedSigned(all, many), hash };
    expect(await signedOfData(dataOfMade(all), texts.join())).toEqual(signed);
    expect(await signedOfData(dataOfMade(all), signed.raw)).toEqual(signed);
    // Trying all of them with all keys would take seconds.
    expect(await messageOf(dataOfMade(all), texts.toReversed().join())).toContain('in the order of params.signers');
    const ten = { ...all, signers: all.signers.slice(0, 10) };
    const reversed = texts.slice(0, 10).toReversed().join();
    expect(await signedOfData(dataOfMade(ten), reversed)).toEqual({ raw: judgedSigned(ten, many.slice(0, 10)), hash });
    const again = [...texts, texts[0]].join();
    expect(await messageOf(dataOfMade(all), again)).toContain('it has 21 signatures, and a transaction has at most 20');
  });
});

describe('isSignatureOf', () => {
  const message = transaction.hash();
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const little = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
  const bytesOf = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
  const sha512 = (...parts: Uint8Array[]) => createHash('sha512').update(Buffer.concat(parts)).digest();

  it('refuses a second spelling of a signature', () => {
    const [r, s] = [Buffer.from(signature, 'hex').subarray(0, 32), Buffer.from(signature, 'hex').subarray(32)];
    expect(isSignatureOf(Buffer.concat([r, s]), message, senderKey.publicKey())).toBe(true);
    const twin = Buffer.concat([r, bytesOf(little(s) + order)]);
    expect(isSignatureOf(twin, message, senderKey.publicKey())).toBe(false);
  });

  it('refuses points with a part of small order, for which the equation of the chain does not hold', () => {
    const secret = sha512(senderKey.rawSecretKey()).subarray(0, 32);
    secret[0] = (secret[0] ?? 0) & 248;
    secret[31] = ((secret[31] ?? 0) & 127) | 64;
    const key = senderKey.rawPublicKey();
    const sign = (point: Uint8Array, nonce: bigint) => {
      const challenge = little(sha512(point, key, message)) % order;
      return Buffer.concat([point, bytesOf((nonce + challenge * little(secret)) % order)]);
    };
    const nonce = 1_234_567n;
    const point = Point.BASE.multiply(nonce);
    const torsion = Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a');
    expect(isSignatureOf(sign(point.toBytes(), nonce), message, senderKey.publicKey())).toBe(true);
    expect(isSignatureOf(sign(point.add(torsion).toBytes(), nonce), message, senderKey.publicKey())).toBe(false);
  });

  it('refuses a key for which anybody can sign', () => {
    const everybody = StrKey.encodeEd25519PublicKey(Buffer.from(`01${'00'.repeat(31)}`, 'hex'));
    const forged = Buffer.from(`01${'00'.repeat(63)}`, 'hex');
    expect(isSignatureOf(forged, message, everybody)).toBe(false);
  });
});
