import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { U32BE } from 'micro-packed';
import { concatBytes } from '../bytes/byte-arrays.ts';
import { addMultiple } from './curve.ts';

/** The parts of an extended public key (BIP32) that its children are derived from. */
export interface ExtendedPublicKey {
  /** Compressed, 33 bytes. */
  readonly publicKey: Uint8Array;
  /** 32 bytes. */
  readonly chainCode: Uint8Array;
}

/**
 * Derives a child of an extended public key (BIP32: CKDpub). `@scure/bip32` blinds the multiplication with random numbers, which `assemble` must
 * not draw, and takes 0.8 ms instead of 0.5 (docs/decisions/0018-bytes-of-bitcoin-from-scure.md).
 *
 * @param index - Below 2^31: higher ones are hardened, and need the private key.
 * @throws Error if there is no such child.
 */
export function deriveChild({ publicKey, chainCode }: ExtendedPublicKey, index: number): ExtendedPublicKey {
  if (index >= 0x8000_0000) throw new RangeError('A hardened child takes the private key.');
  const digest = hmac(sha512, chainCode, concatBytes(publicKey, U32BE.encode(index)));
  const child = addMultiple(publicKey, digest.subarray(0, 32));
  // BIP32 tells wallets to go on to the next index then. It happens to one key of 2^127.
  if (child === undefined) throw new RangeError(`There is no child ${index}.`);
  return { publicKey: child, chainCode: digest.subarray(32) };
}
