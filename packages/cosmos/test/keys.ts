import { createHash } from 'node:crypto';
import { Secp256k1, sha256 } from '@cosmjs/crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { addressOfKey } from './stand-in/keys.ts';
import type { StandInChain } from './stand-in/types.ts';

/** A key of tests, with its account on one chain. */
export interface TestKey {
  readonly address: string;
  /** 33 bytes in hex. */
  readonly publicKey: string;
  readonly privateKey: Uint8Array;
}

/** The test key with this number. It is always the same. */
export function testKey({ prefix, keys }: Pick<StandInChain, 'prefix' | 'keys'>, index: number): TestKey {
  const privateKey = createHash('sha256').update(`isochain conformance ${index}`).digest();
  const publicKey = Secp256k1.compressPubkey(Secp256k1.makeKeypair(privateKey).pubkey);
  return {
    privateKey,
    publicKey: Buffer.from(publicKey).toString('hex'),
    address: addressOfKey(prefix, keys, publicKey),
  };
}

/** The hash that keys of this kind sign. */
export function hashOf(keys: StandInChain['keys'], document: Uint8Array): Uint8Array {
  return keys === 'secp256k1' ? sha256(document) : keccak_256(document);
}

/** @returns r||s: 64 bytes. */
export function signHash(hash: Uint8Array, { privateKey }: Pick<TestKey, 'privateKey'>): Uint8Array {
  // The recovery id follows.
  return Secp256k1.createSignature(hash, privateKey).toFixedLength().subarray(0, 64);
}
