import { addressOf, publicKeyOf, signatureOf } from './judge.ts';

/** A key that anybody can make. */
export interface TestKey {
  readonly address: string;
  /** 32 bytes in hex. */
  readonly publicKey: string;
  /** Hex with 0x: the seed. */
  readonly privateKey: string;
  /** Signs with Node's own cryptography. @returns 64 bytes in hex. */
  readonly sign: (message: Uint8Array) => string;
}

/** The key of this number, always the same one. */
export function testKey(index: number): TestKey {
  return keyOfSeed((index + 1).toString(16).padStart(64, '0'));
}

/** @param hex - 32 bytes. */
export function keyOfSeed(hex: string): TestKey {
  const seed = Buffer.from(hex, 'hex');
  const publicKey = publicKeyOf(seed);
  return {
    address: addressOf(publicKey),
    publicKey: Buffer.from(publicKey).toString('hex'),
    privateKey: `0x${hex}`,
    sign: (message) => Buffer.from(signatureOf(seed, message)).toString('hex'),
  };
}
