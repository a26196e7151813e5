import { createPublicKey, verify } from 'node:crypto';
import { type CompletedData, RefusedError, sha256 } from '@isochain/core';
import { chosen } from '@isochain/dial';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { sha3_256 } from '@noble/hashes/sha3.js';
import { describe, expect, it } from 'vitest';
import {
  dataOfMade,
  kinds,
  type Made,
  madeOf,
  otherKey,
  payer,
  payerKey,
  senderKey,
  signedOfData,
} from '../../test/made.ts';
import { authenticatorOf, hexOf, judged, judgedSigned, messageWithPayer } from '../../test/sdk.ts';
import { pairForms, signatureForms } from '../../test/signature-forms.ts';
import { isSignatureOf } from './verify.ts';

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

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

const made = madeOf('transfer');
const data = dataOfMade(made);
const { raw, message } = judged(made);
const signature = senderKey.sign(message);

describe('finalize', () => {
  describe.each(['ed25519', 'single_key'] as const)('of an account of scheme %s', (scheme) => {
    const own = madeOf('transfer', { sender: senderKey.address[scheme], signer: { ...made.signer, scheme } });
    const text = judged(own).message;
    const expected = judgedSigned(own, [senderKey.sign(text)]);

    it.each(signatureForms)('takes %s', async (_, write) => {
      expect(await signedOfData(dataOfMade(own), write(senderKey.sign(text), own))).toEqual(expected);
    });

    it.each(signatureForms)('refuses the signature of another key as %s', async (_, write) => {
      expect(await codesOf(dataOfMade(own), write(otherKey.sign(text), own))).toEqual(['signature.mismatch']);
    });

    it.each(signatureForms)('refuses a signature by another key, which is named, as %s', async (_, write) => {
      const signer = { publicKey: otherKey.publicKey, scheme };
      expect(await codesOf(dataOfMade(own), write(otherKey.sign(text), { ...own, signer }))).toEqual([
        'signature.mismatch',
      ]);
    });
  });

  it.each(kinds)('takes the signature of %s, with a sequence number and without', async (kind) => {
    for (const isOrderless of [false, true]) {
      const each = madeOf(kind, { isOrderless, nonce: 77n });
      const own = senderKey.sign(judged(each).message);
      expect(await signedOfData(dataOfMade(each), own)).toEqual(judgedSigned(each, [own]));
    }
  });

  it('refuses a signature with any bit flipped', async () => {
    const bits = Array.from({ length: 74 }, (_, i) => 7 * i);
    // One of each 32 bits in an ordinary run.
    for (const bit of chosen(bits, (each) => each >> 5, 0)) {
      const flipped = bytesOf(signature).map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      expect([bit, await codesOf(data, hexOf(flipped))]).toEqual([bit, ['signature.mismatch']]);
    }
  });

  it.each<[string, Partial<Made>]>([
    ['amount', { amount: 1_100_000_001n }],
    ['recipient', { recipient: made.pool }],
    ['sequence number', { nonce: 6n }],
    ['gas limit', { gas: 2_001n }],
    ['price', { price: 101n }],
    ['expiration', { expiration: 1_800_000_001n }],
    ['chain', { chain: 'aptos-testnet' }],
    ['kind', { kind: 'stake' }],
    ['replay protection', { isOrderless: true }],
    ['payer', { payer }],
  ])('refuses what was signed for another %s', async (_, changes) => {
    const other = madeOf('transfer', changes);
    const theirs = senderKey.sign(judged(other).message);
    expect(await codesOf(data, theirs)).toEqual(['signature.mismatch']);
    const codes = await codesOf(data, judgedSigned(other, [theirs, theirs]).raw);
    // Without its payer, the transaction itself is the same.
    expect(codes[0]).toBe('signature.otherTransaction');
    expect(new Set(codes.slice(1))).toEqual(new Set(['signature.changed']));
  });

  it('refuses an authenticator and a signed transaction whose key is another, though the signature fits', async () => {
    const signer = { publicKey: otherKey.publicKey, scheme: 'ed25519' } as const;
    const text = hexOf(authenticatorOf(signer, signature).bcsToBytes());
    expect(await codesOf(data, text)).toEqual(['signature.mismatch']);
    expect(await codesOf(data, judgedSigned({ ...made, signer }, [signature]).raw)).toEqual(['signature.mismatch']);
    for (const publicKey of [otherKey.publicKey, 'nonsense', ''])
      expect(await codesOf(data, JSON.stringify({ publicKey, signature }))).toEqual(['signature.mismatch']);
    const named = {
      publicKey: otherKey.publicKey,
      signature: hexOf(authenticatorOf(made.signer, signature).bcsToBytes()),
    };
    expect(await codesOf(data, JSON.stringify(named))).toEqual(['signature.mismatch']);
  });

  it.each([
    ['nothing', ''],
    ['0x', '0x'],
    ['words', 'not a signature!'],
    ['63 bytes', signature.slice(2)],
    ['65 bytes', `${signature}00`],
    ['two signatures', signature + signature],
    ['two signatures with a comma', `${signature},${signature}`],
    ['three signatures', [signature, signature, signature].join()],
    ['a comma', ','],
    ['a comma behind it', `${signature},`],
    ['broken JSON', '{"signature":'],
    ['JSON without a signature', '{}'],
    ['JSON with a number', '{"signature":1}'],
    ['the signing message', message],
    ['the transaction without signatures', raw],
    ['an authenticator with a byte more', `0020${senderKey.publicKey}40${signature}00`],
    ['an authenticator with a byte less', `0020${senderKey.publicKey}40${signature.slice(2)}`],
    ['an authenticator whose length has a needless byte', `00a000${senderKey.publicKey}40${signature}`],
    ['an authenticator of several keys', `0120${senderKey.publicKey}40${signature}`],
    ['an authenticator of secp256k1', `020120${senderKey.publicKey}0140${signature}`],
    ['no authenticator', `${raw}0404`],
    ['a signed transaction with a byte more', `${judgedSigned(made, [signature]).raw}00`],
    ['a signed transaction with a byte less', judgedSigned(made, [signature]).raw.slice(0, -2)],
    ['a script of a multisig', `${raw}0120${senderKey.publicKey}40${signature}`],
    ['too long a text', '00'.repeat(20_000)],
    ['a length of many bytes', `00${'ff'.repeat(8_000)}01`],
  ])('refuses %s', async (_, text) => {
    expect((await codesOf(data, text))[0]).toMatch(
      text === message ? /^signature\.otherTransaction$/ : /^signature\.(?:malformed|otherTransaction)$/,
    );
  });
});

describe('a transaction that another account pays for', () => {
  const schemes = ['ed25519', 'single_key'] as const;
  const all = schemes.flatMap((own) => schemes.map((theirs) => [own, theirs] as const));

  describe.each(all)('of a sender of scheme %s and a payer of scheme %s', (own, theirs) => {
    const each = madeOf('transfer', {
      sender: senderKey.address[own],
      signer: { ...made.signer, scheme: own },
      payer: { publicKey: payerKey.publicKey, scheme: theirs, address: payerKey.address[theirs] },
    });
    const text = judged(each).message;
    const [first, second] = [senderKey.sign(text), payerKey.sign(text)];

    it.each(pairForms)('takes %s', async (_, write) => {
      expect(await signedOfData(dataOfMade(each), write(first, second, each))).toEqual(
        judgedSigned(each, [first, second]),
      );
    });

    it.each(pairForms)('refuses the wrong order as %s', async (_, write) => {
      const problems = await problemsOf(dataOfMade(each), write(second, first, each));
      expect(problems[0]?.code).toBe('signature.mismatch');
    });

    it.each(pairForms)('refuses it if both are of one key, as %s', async (_, write) => {
      for (const twice of [first, second])
        expect((await codesOf(dataOfMade(each), write(twice, twice, each)))[0]).toBe('signature.mismatch');
    });

    it.each(signatureForms)('refuses the signature of one account alone, as %s', async (name, write) => {
      if (name.includes('signed transaction')) return;
      for (const alone of [first, second])
        expect(await codesOf(dataOfMade(each), write(alone, each))).toEqual(['signature.malformed']);
    });
  });

  const each = madeOf('transfer', { payer });
  const text = judged(each).message;
  const [first, second] = [senderKey.sign(text), payerKey.sign(text)];

  it('takes one key for both accounts', async () => {
    const same = madeOf('transfer', {
      payer: { publicKey: senderKey.publicKey, scheme: 'single_key', address: senderKey.address.single_key },
    });
    const both = senderKey.sign(judged(same).message);
    expect(await signedOfData(dataOfMade(same), `${both},${both}`)).toEqual(judgedSigned(same, [both, both]));
  });

  it('says that the order is wrong', async () => {
    expect((await problemsOf(dataOfMade(each), `${second},${first}`))[1]?.message).toContain('must be the first');
  });

  it('says which signature is missing', async () => {
    expect((await problemsOf(dataOfMade(each), first))[0]?.message).toContain('Put a comma between both');
  });

  it.each([
    ['another payer', madeOf('transfer', { payer: { ...payer, address: otherKey.address.ed25519 } })],
    ['no payer', made],
  ])('refuses signatures for %s', async (_, other) => {
    const theirs = judged(other).message;
    const wrong = senderKey.sign(theirs);
    expect((await codesOf(dataOfMade(each), `${wrong},${second}`))[0]).toBe('signature.mismatch');
    expect((await codesOf(dataOfMade(each), `${first},${payerKey.sign(theirs)}`))[0]).toBe('signature.mismatch');
  });

  it('refuses a signed transaction with another payer behind it, or with further signers', async () => {
    const signed = judgedSigned(each, [first, second]).raw;
    const address = payer.address.slice(2);
    expect(signed.split(address)).toHaveLength(2);
    const other = signed.replace(address, otherKey.address.ed25519.slice(2));
    expect(await codesOf(dataOfMade(each), other)).toEqual(['signature.otherTransaction', 'signature.changed']);
    const more = signed.replace(`0000${address}`, `01${'11'.repeat(32)}00${address}`);
    expect(more).not.toBe(signed);
    expect(await codesOf(dataOfMade(each), more)).toEqual(['signature.otherTransaction']);
  });
});

describe('a signature over something else', () => {
  const text = (words: string) => Buffer.from(words).toString('hex');
  const sha3 = (hex: string) => hexOf(sha3_256(bytesOf(hex)));
  const sha2 = (hex: string) => hexOf(sha256(bytesOf(hex)));
  const zero = `0x${'0'.repeat(64)}`;
  const sponsored = madeOf('transfer', { payer });

  it.each([
    ['the transaction without its prefix', raw],
    ['the SHA3-256 of `raw.value`', sha3(message)],
    ['the SHA3-256 of the transaction without its prefix', sha3(raw)],
    ['the SHA-256 of `raw.value`', sha2(message)],
    ['the SHA-256 of the transaction without its prefix', sha2(raw)],
    ['`raw.value` as text', text(message)],
    ['`raw.value` as text with 0x', text(`0x${message}`)],
    ['the first 32 bytes of `raw.value`', message.slice(0, 64)],
  ])('%s: the refusal says so', async (what, bytes) => {
    const problems = await problemsOf(data, senderKey.sign(bytes));
    expect(problems.map(({ code }) => code)).toEqual(['signature.mismatch', 'signature.malformed']);
    expect(problems[1]?.context).toEqual({
      reason: `it was made over ${what}: sign the bytes of \`raw.value\` as they are, without hashing`,
    });
    // By another key it says nothing more.
    expect(await codesOf(data, otherKey.sign(bytes))).toEqual(['signature.mismatch']);
  });

  it.each([
    ['the transaction as one that the sender pays for', message],
    ['the SHA3-256 of `raw.value`', sha3(judged(sponsored).message)],
  ])('%s, by either account: the refusal says so', async (what, bytes) => {
    const right = judged(sponsored).message;
    for (const pair of [
      [senderKey.sign(bytes), payerKey.sign(right)],
      [senderKey.sign(right), payerKey.sign(bytes)],
    ]) {
      const problems = await problemsOf(dataOfMade(sponsored), pair.join());
      expect(problems[1]?.message).toContain(`it was made over ${what}: sign`);
    }
  });

  it.each([
    ['that the sender pays for', madeOf('transfer')],
    ['with a fee payer', sponsored],
  ])('with 0x0 as the fee payer of a transaction %s: the refusal says what to do', async (_, signed) => {
    const later = senderKey.sign(messageWithPayer(signed, zero));
    const given = signed === sponsored ? [later, payerKey.sign(judged(sponsored).message)].join() : later;
    const [, hint] = await problemsOf(dataOfMade(signed), given);
    expect(hint?.message).toContain('chosen after the sender signed (AIP-53) is not taken. Name the account that pays');
  });
});

describe('signatures that are no ordinary ones', () => {
  /** L of RFC 8032: the order of the group. */
  const order = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
  const little = (value: bigint) => hexOf(bytesOf(value.toString(16).padStart(64, '0')).reverse());
  const numberOf = (hex: string) => BigInt(`0x${hexOf(bytesOf(hex).reverse())}`);

  it('the second form of a valid signature, with S + L, is refused', async () => {
    const forged = signature.slice(0, 64) + little(numberOf(signature.slice(64)) + order);
    expect(await codesOf(data, forged)).toEqual(['signature.mismatch']);
  });

  // Points of small order (the list of libsodium, ed25519_ref10.c: blacklist). With such a key, one signature is good for many messages.
  const smallOrder = [
    '0000000000000000000000000000000000000000000000000000000000000000',
    '0100000000000000000000000000000000000000000000000000000000000000',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  ];

  it.each(smallOrder)('a point of small order is no key and no signature: %s', async (point) => {
    const weak = madeOf('transfer', { signer: { publicKey: point, scheme: 'ed25519' } });
    for (const first of smallOrder) {
      const forged = `${first}${'00'.repeat(32)}`;
      expect(await codesOf(data, forged)).toEqual(['signature.mismatch']);
      expect(await codesOf(dataOfMade(weak), forged)).toEqual(['data.altered']);
    }
  });

  /** Signs with a point that has a part of small order: R + T, which only a signer who wants that makes. */
  function withTorsion(seed: Uint8Array, bytes: Uint8Array): Uint8Array {
    const torsion = ed25519.Point.fromBytes(bytesOf(smallOrder[2] ?? ''));
    const { scalar, pointBytes } = ed25519.utils.getExtendedPublicKey(seed);
    const random = 12_345n;
    const point = ed25519.Point.BASE.multiply(random).add(torsion).toBytes();
    const challenge = sha512(Uint8Array.from([...point, ...pointBytes, ...bytes]));
    const s = (random + (numberOf(hexOf(challenge)) % order) * scalar) % order;
    return Uint8Array.from([...point, ...bytesOf(little(s))]);
  }

  it('a signature with a part of small order is refused, as OpenSSL and the chain do', async () => {
    const seed = new Uint8Array(32).fill(7);
    const forged = withTorsion(seed, bytesOf(message));
    const key = bytesOf(senderKey.publicKey);
    // The library alone takes it.
    expect(ed25519.verify(forged, bytesOf(message), key, { zip215: false })).toBe(true);
    // RFC 8410: the key in DER.
    const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key]);
    const openssl = createPublicKey({ key: der, format: 'der', type: 'spki' });
    expect(verify(null, bytesOf(message), openssl, forged)).toBe(false);
    expect(verify(null, bytesOf(message), openssl, bytesOf(signature))).toBe(true);
    expect(isSignatureOf(forged, bytesOf(message), key)).toBe(false);
    expect(await codesOf(data, hexOf(forged))).toEqual(['signature.mismatch']);
  });

  it.each([
    ['64 zeros', '00'.repeat(64)],
    ['all bits', 'ff'.repeat(64)],
    ['both halves swapped', signature.slice(64) + signature.slice(0, 64)],
  ])('%s are refused', async (_, text) => {
    expect(await codesOf(data, text)).toEqual(['signature.mismatch']);
  });
});
