import { createPrivateKey, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fromHex } from '../bytes/hex.ts';
import { type EcdsaSignature, fromCompactParity, matchParity, readEcdsa } from './ecdsa.ts';

// SEC 2, section 2.4.1.
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const numberOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

/** Reads DER if both numbers together are shorter than 128 bytes, as on every 256-bit curve. */
function fromDer(bytes: Uint8Array) {
  const rLength = bytes[3] ?? 0;
  const sLength = bytes[5 + rLength] ?? 0;
  const isWhole = bytes[0] === 0x30 && bytes[2] === 2 && bytes[4 + rLength] === 2;
  if (!isWhole || bytes[1] !== bytes.length - 2 || bytes.length !== 6 + rLength + sLength) throw new Error('no DER');
  return { r: numberOf(bytes.subarray(4, 4 + rLength)), s: numberOf(bytes.subarray(6 + rLength)) };
}

const curve = { order, fromDer };

const bytesOf = (hex: string) => fromHex(hex) ?? new Uint8Array();

// EIP-2098, "Example Implementation in Python" and its test cases: https://eips.ethereum.org/EIPS/eip-2098
const r = '9328da16089fcba9bececa81663203989f2df5fe1faa6291a45381c81bd17f76';
const s = '139c6d6b623b42da56557e5e734a43dc83345ddfadec52cbe24d0cc64f550793';
const parityAndS = '939c6d6b623b42da56557e5e734a43dc83345ddfadec52cbe24d0cc64f550793';
const numbers = { r: BigInt(`0x${r}`), s: BigInt(`0x${s}`) };

describe('readEcdsa', () => {
  it('reads r and s, alone and with v', () => {
    expect(readEcdsa(bytesOf(r + s), curve)).toEqual(numbers);
    expect(readEcdsa(bytesOf(`${r}${s}1c`), curve)).toEqual({ ...numbers, v: 28n });
  });

  it('reads a v of several bytes only if that is allowed', () => {
    const bytes = bytesOf(`${r}${s}0136`);
    expect(readEcdsa(bytes, curve)).toBeUndefined();
    expect(readEcdsa(bytes, curve, 2)).toEqual({ ...numbers, v: 0x136n });
    expect(readEcdsa(bytesOf(`${r}${s}000136`), curve, 2)).toBeUndefined();
  });

  it.each([0, 1, 31, 63])('refuses %i bytes', (length) => {
    expect(readEcdsa(new Uint8Array(length), curve)).toBeUndefined();
  });

  it('reads the same numbers from both forms that OpenSSL writes', () => {
    // RFC 5915: an EC private key on secp256k1.
    const der = Buffer.from(`302e0201010420${'46'.repeat(32)}a00706052b8104000a`, 'hex');
    const key = createPrivateKey({ key: der, format: 'der', type: 'sec1' });
    // One length in 256 differs for each number that begins with eight zero bits.
    for (let i = 0; i < 20; i++) {
      const compact = sign('sha256', Buffer.from([i]), { key, dsaEncoding: 'ieee-p1363' });
      const expected = { r: numberOf(compact.subarray(0, 32)), s: numberOf(compact.subarray(32)) };
      expect(readEcdsa(compact, curve)).toEqual(expected);
    }
    const signed = sign('sha256', Buffer.from('der'), { key, dsaEncoding: 'der' });
    expect(readEcdsa(signed, curve)).toEqual(fromDer(signed));
  });
});

describe('fromCompactParity', () => {
  it('takes the parity out of s, like the vectors of EIP-2098', () => {
    expect(fromCompactParity({ r: numbers.r, s: BigInt(`0x${parityAndS}`) })).toEqual({ ...numbers, v: 1n });
  });

  it('answers undefined without the bit, or beside a v', () => {
    expect(fromCompactParity(numbers)).toBeUndefined();
    expect(fromCompactParity({ r: numbers.r, s: BigInt(`0x${parityAndS}`), v: 1n })).toBeUndefined();
  });
});

describe('matchParity', () => {
  /** Behaves like a key that is recovered with one parity for the low s, and with the other for the high s. */
  const isSigner = (signature: EcdsaSignature, parity: 0 | 1) =>
    signature.r === numbers.r &&
    ((signature.s === numbers.s && parity === 1) || (signature.s === order - numbers.s && parity === 0));
  const match = (signature: EcdsaSignature) => matchParity(signature, curve, isSigner, [0n, 27n, 309n]);
  const found = { ...numbers, parity: 1 };

  it('finds the parity without a v, and with any v of that parity', () => {
    for (const v of [undefined, 1n, 28n, 310n]) expect(match({ ...numbers, v })).toEqual(found);
  });

  it('refuses a v of the other parity, and a v without meaning', () => {
    for (const v of [0n, 2n, 27n, 29n, 309n, 311n]) expect(match({ ...numbers, v })).toBeUndefined();
  });

  it('puts s into the lower half, and flips the parity', () => {
    const high = { r: numbers.r, s: order - numbers.s };
    expect(match(high)).toEqual(found);
    expect(match({ ...high, v: 27n })).toEqual(found);
    expect(match({ ...high, v: 28n })).toBeUndefined();
  });

  it('leaves s as it is in the middle of the order', () => {
    const middle = { r: 1n, s: order / 2n };
    expect(matchParity(middle, curve, (_, parity) => parity === 0, [0n])).toEqual({ ...middle, parity: 0 });
    expect(matchParity({ r: 1n, s: order / 2n + 1n }, curve, (_, parity) => parity === 0, [0n])).toEqual({
      ...middle,
      parity: 1,
    });
  });

  it('reads EIP-2098', () => {
    expect(match({ r: numbers.r, s: BigInt(`0x${parityAndS}`) })).toEqual(found);
  });

  it('answers undefined for the signature of another key', () => {
    expect(match({ r: numbers.s, s: numbers.r })).toBeUndefined();
  });
});
