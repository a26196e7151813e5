import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import type { ByteReader } from '../byte-reader.ts';
import { uint32 } from '../byte-writer.ts';
import { concatBytes } from '../bytes.ts';
import { addMultiple, isPoint } from './curve.ts';

/** What of an extended public key (BIP32) its children are made of. */
export interface ExtendedPublicKey {
  /** Compressed, 33 bytes. */
  readonly publicKey: Uint8Array;
  /** 32 bytes. */
  readonly chainCode: Uint8Array;
}

/** @throws RangeError if it is none, as far as that can be told by one who does not know the version. */
export function readExtended(
  reader: ByteReader,
): ExtendedPublicKey & { readonly version: number; readonly depth: number } {
  const version = reader.uint32(false);
  const depth = reader.uint8();
  // Fingerprint of the parent, and index: a master key has neither.
  const isChild = reader.uint32() + reader.uint32() > 0;
  const [chainCode, publicKey] = [reader.take(32), reader.take(33)];
  if ((depth === 0 && isChild) || !isPoint(publicKey)) throw new RangeError();
  return { version, depth, chainCode, publicKey };
}

/**
 * A child of an extended public key (BIP32: CKDpub). Our own: `@scure/bip32` blinds the multiplication with random numbers, which `assemble` must
 * not draw, and takes 0.8 ms where this takes 0.5 (docs/decisions/0021-bytes-of-bitcoin-from-scure.md).
 *
 * @param index - Below 2^31: others take the private key.
 * @throws RangeError if there is no such child.
 */
export function deriveChild({ publicKey, chainCode }: ExtendedPublicKey, index: number): ExtendedPublicKey {
  if (index >= 0x8000_0000) throw new RangeError('A hardened child takes the private key.');
  const digest = hmac(sha512, chainCode, concatBytes(publicKey, uint32(index).reverse()));
  const child = addMultiple(publicKey, digest.subarray(0, 32));
  // BIP32 has wallets go on to the next index then: it happens to one key of 2^127.
  if (child === undefined) throw new RangeError(`There is no child ${index}.`);
  return { publicKey: child, chainCode: digest.subarray(32) };
}
