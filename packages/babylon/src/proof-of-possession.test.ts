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
    expect(verifyMessage(publicKey, message, witness)).toBe(type);
    expect(verifyMessage(publicKey, `${message} `, witness)).toBeUndefined();
    for (const at of [3, 40, witness.length - 1])
      expect(verifyMessage(publicKey, message, witness.with(at, (witness[at] ?? 0) ^ 1))).toBeUndefined();
    expect(verifyMessage(publicKey, message, Uint8Array.of(...witness, 0))).toBeUndefined();
    const other = vectors.find((vector) => toHex(vector.publicKey) !== toHex(publicKey));
    expect(verifyMessage(other?.publicKey ?? publicKey, message, witness)).toBeUndefined();
  });

  it.each(vectors)('is written in the form that Babylon reads: $name', ({ address, message, publicKey, witness }) => {
    const proof = readProof('bc', publicKey, 'bbn1', message, witness);
    expect(proof?.type).toBe(1);
    // Fields 1 and 2, each with its length in front.
    const length = witness.length < 128 ? [witness.length] : [(witness.length & 127) | 128, witness.length >> 7];
    expect(toHex(proof?.signature ?? new Uint8Array())).toBe(
      toHex(Uint8Array.of(0x0a, address.length, ...Buffer.from(address), 0x12, ...length, ...witness)),
    );
  });

  it.each(['', '00', '0101', `02${'4730'.repeat(20)}`])('is not %j', (witness) => {
    expect(verifyMessage(vectors[0]?.publicKey ?? new Uint8Array(), '', bytes(witness))).toBeUndefined();
  });
});
