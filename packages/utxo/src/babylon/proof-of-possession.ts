import { sha256, toHex } from '@isochain/core';
import { addressOf } from '../account/address.ts';
import { scriptOfKey } from '../account/scripts.ts';
import { concatBytes, equalBytes } from '../bytes.ts';
import type { Network } from '../chains.ts';
import { readSignature, recoverKeys } from '../transaction/ecdsa.ts';
import { push } from '../transaction/unsigned.ts';
import { accountBytes } from './babylon-address.ts';
import { verifyMessage } from './bip322.ts';
import { isSignedBy } from './cosignatures.ts';

/** What shows Babylon that an account there and a key on Bitcoin are the same person's: `ProofOfPossessionBTC`. */
export interface ProofOfPossession {
  /** `btc_sig_type`: 0 BIP340, 1 BIP322, 2 ECDSA. */
  readonly type: 0 | 1 | 2;
  /** `btc_sig`. */
  readonly signature: Uint8Array;
}

/**
 * Reads a proof of possession, and verifies it. What it is its length tells: 64 bytes are BIP340 over the SHA-256 of the 20 bytes of the
 * account, 65 a signed message of Bitcoin wallets, and all else is the witness of BIP322.
 *
 * @param publicKey - Of the staker, compressed.
 * @param address - On Babylon.
 * @param message - What wallets signed (`popMessage`): the address, or a context and the address. What BIP340 signs with a context is
 *   defined nowhere, so there it is not taken.
 * @returns undefined if it proves nothing.
 */
export function readProof(
  network: Network,
  publicKey: Uint8Array,
  address: string,
  message: string,
  proof: Uint8Array,
): ProofOfPossession | undefined {
  if (proof.length === 64) {
    const account = accountBytes(address);
    const isValid =
      account !== undefined && message === address && isSignedBy(publicKey.subarray(1), toHex(sha256(account)), proof);
    return isValid ? { type: 0, signature: proof } : undefined;
  }
  if (proof.length === 65) {
    const signature = readSignature(proof.subarray(1), 'compact');
    const keys = signature === undefined ? [] : recoverKeys(signature, messageHash(message));
    // As Babylon does it, without the first bytes: those say which of two keys it is, and both have the same x.
    const isValid = keys.some((key) => equalBytes(key.subarray(1), publicKey.subarray(1)));
    return isValid ? { type: 2, signature: proof } : undefined;
  }
  const signer = verifyMessage(publicKey, message, proof);
  const written = signer && addressOf(network, scriptOfKey(signer, publicKey));
  if (written === undefined) return undefined;
  // The message BIP322Sig of Babylon: { address = 1, sig = 2 }.
  return { type: 1, signature: concatBytes(field(1, new TextEncoder().encode(written)), field(2, proof)) };
}

/** What wallets sign for a message. */
function messageHash(message: string): Uint8Array {
  const text = new TextEncoder().encode(message);
  const prefix = new TextEncoder().encode('Bitcoin Signed Message:\n');
  // Both are shorter than 253 bytes, the length of what `popMessage` makes being 106 at most.
  return sha256(sha256(concatBytes(push(prefix), push(text))));
}

/** A field of protobuf that holds bytes. */
function field(number: number, bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  const size = length < 0x80 ? [length] : [0x80 | (length & 0x7f), length >> 7];
  return concatBytes(Uint8Array.of((number << 3) | 2, ...size), bytes);
}
