import * as ecc from '@bitcoinerlab/secp256k1';
import { toHex } from '@isochain/core';
import { networks } from 'bitcoinjs-lib';
import { ECPairFactory } from 'ecpair';
import { describe, expect, it } from 'vitest';
import { bytes, fixture } from '../test/babylon.ts';
import { verifyMessage } from './bip322.ts';
import { readProof } from './proof-of-possession.ts';

interface Vector {
  readonly message: string;
  readonly private_keys: [string];
  readonly address: string;
  readonly type: 'p2wpkh' | 'p2tr';
  readonly bip322_signatures: string[];
}

const { fromWIF } = ECPairFactory(ecc);
const vectors = (fixture('bip322.json').simple as Vector[]).flatMap((vector) =>
  vector.bip322_signatures.map((text, i) => ({
    ...vector,
    name: `${vector.type} ${JSON.stringify(vector.message)} ${i}`,
    publicKey: fromWIF(vector.private_keys[0], networks.bitcoin).publicKey,
    // Newer vectors begin with the name of their form.
    witness: Uint8Array.from(Buffer.from(text.replace(/^smp/, ''), 'base64')),
  })),
);

describe('BIP322', () => {
  it.each(vectors)('$name', ({ type, message, publicKey, witness }) => {
    expect(verifyMessage(publicKey, message, witness)?.type).toBe(type);
    expect(verifyMessage(publicKey, `${message} `, witness)).toBeUndefined();
    for (const at of [3, 40, witness.length - 1])
      expect(verifyMessage(publicKey, message, witness.with(at, (witness[at] ?? 0) ^ 1))).toBeUndefined();
    expect(verifyMessage(publicKey, message, Uint8Array.of(...witness, 0))).toBeUndefined();
    const other = vectors.find((vector) => toHex(vector.publicKey) !== toHex(publicKey));
    expect(verifyMessage(other?.publicKey ?? publicKey, message, witness)).toBeUndefined();
  });

  it.each(vectors)('is written in the form that Babylon reads: $name', ({ address, message, publicKey, witness }) => {
    const proof = readProof('bc', publicKey, 'bbn1', message, witness);
    if (!('type' in proof)) throw new Error(proof.reason);
    expect(proof.type).toBe(1);
    // Fields 1 and 2, each with its length in front.
    const length = witness.length < 128 ? [witness.length] : [(witness.length & 127) | 128, witness.length >> 7];
    expect(toHex(proof.signature)).toBe(
      toHex(Uint8Array.of(0x0a, address.length, ...Buffer.from(address), 0x12, ...length, ...witness)),
    );
  });

  it.each(['', '00', '0101', `02${'4730'.repeat(20)}`])('is not %j', (witness) => {
    expect(verifyMessage(vectors[0]?.publicKey ?? new Uint8Array(), '', bytes(witness))).toBeUndefined();
  });
});

interface Judged {
  readonly name: string;
  /** Hex. */
  readonly proof: string;
  readonly address?: string;
  /** What Babylon's code says; absent if it takes the proof. */
  readonly refused?: string;
}

const { publicKey, account, ecdsa, bip322, ofItsTests } = fixture('proofs-of-possession.json');
const read = (proof: string, { key = publicKey, message = account } = {}) =>
  readProof('tb', bytes(key), account, message, bytes(proof));
/** In hex, and as it was sent. */
const written = (address: string, proof: string) => {
  const { length } = bytes(proof);
  const size = length < 128 ? [length] : [(length & 127) | 128, length >> 7];
  return toHex(Uint8Array.of(0x0a, address.length, ...Buffer.from(address), 0x12, ...size)) + proof;
};

describe("what Babylon's own code says", () => {
  it.each(ecdsa as Judged[])('ECDSA, $name', ({ proof, refused }) => {
    expect(read(proof)).toEqual(
      refused === undefined ? { type: 2, signature: bytes(proof) } : { reason: expect.any(String) },
    );
  });

  // Babylon reads over bytes behind a witness. No wallet makes them, so they are a mistake.
  it.each((bip322 as Judged[]).filter(({ name }) => name !== 'p2wpkh, one byte more'))(
    'BIP322, $name',
    ({ proof, address = '', refused }) => {
      expect(read(proof)).toEqual(
        refused === undefined ? { type: 1, signature: bytes(written(address, proof)) } : { reason: expect.any(String) },
      );
    },
  );

  it('takes the signatures of its tests', () => {
    const wallet = ofItsTests.ecdsa;
    const taken = read(wallet.proof, { key: wallet.publicKey, message: wallet.message });
    expect(taken).toEqual({ type: 2, signature: bytes(wallet.proof) });
    const segwit = ofItsTests.bip322;
    const message = Buffer.from(segwit.messageInBase64, 'base64').toString();
    expect(read(segwit.proof, { key: segwit.publicKey, message })).toEqual({
      type: 1,
      signature: bytes(written(segwit.address, segwit.proof)),
    });
  });

  it.each([
    ['p2sh-p2wpkh (BIP137)', 'its first byte is 35, and Babylon takes 27 to 34: 31 in its place fits the key'],
    ['p2wpkh (BIP137)', 'its first byte is 39, and Babylon takes 27 to 34: 31 in its place fits the key'],
    ['header 0', 'its first byte is 0, and Babylon takes 27 to 34: 31 in its place fits the key'],
    ['header 32', 'its first byte is 32: 31 in its place fits the key'],
    ['high s, recovery id turned', 'its s is above half of the order, which Babylon does not take'],
  ])('is explained: %s', (name, reason) => {
    const { proof = '' } = (ecdsa as Judged[]).find((each) => each.name === name) ?? {};
    expect(read(proof)).toEqual({ reason });
  });
});
