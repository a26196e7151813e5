import { keyPairFromSeed } from '@ton/crypto';
import { sign } from './ed25519.ts';

/** A key of a test. */
export interface SeededKey {
  readonly publicKey: Uint8Array;
  readonly secretKey: Buffer;
  sign(bytes: Uint8Array): Uint8Array;
}

export function seededKey(seed: Uint8Array): SeededKey {
  const pair = keyPairFromSeed(Buffer.from(seed));
  return {
    publicKey: Uint8Array.from(pair.publicKey),
    secretKey: pair.secretKey,
    sign: (bytes) => Uint8Array.from(sign(Buffer.from(bytes), pair.secretKey)),
  };
}
