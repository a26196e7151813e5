import { attempt } from '@isochain/core';
import { Point } from '@noble/ed25519';
import { verify } from '@stellar/stellar-sdk/base';
import type { Address } from '../address/address.ts';
import { keyBytes } from '../address/public-key.ts';

/**
 * Verifies a signature at least as strictly as the chain does (libsodium's crypto_sign_verify_detached, in stellar/stellar-core, src/crypto/SecretKey.cpp).
 * RFC 8032 leaves it open whether points may have a part of small order. The chain's equation does not hold for these, and that of the library does. No
 * signer makes such points.
 */
export function isSignatureOf(signature: Uint8Array, message: Uint8Array, signer: Address): boolean {
  const key = keyBytes(signer);
  const isValid = () =>
    verify(message, signature, key) &&
    [signature.subarray(0, 32), key].every((point) => Point.fromBytes(point).isTorsionFree());
  return attempt(isValid) ?? false;
}
