import { attempt, sha256, toHex } from '@isochain/core';
import { toBech32, toBech32Words } from '@isochain/core/bytes';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { VarBytes } from '@scure/btc-signer/script.js';
import { sha256x2 } from '@scure/btc-signer/utils.js';
import { type MessageSigner, scriptOf, verifyMessage } from './bip322.ts';
import { concatBytes } from './bytes.ts';
import { isSignedBy } from './cosignatures.ts';
import { accountBytes } from './pop-message.ts';

/** Proves to Babylon that an account there and a key on Bitcoin belong to the same person: `ProofOfPossessionBTC`. */
export interface ProofOfPossession {
  /** `btc_sig_type`: 0 BIP340, 1 BIP322, 2 ECDSA. */
  readonly type: 0 | 1 | 2;
  /** `btc_sig`. */
  readonly signature: Uint8Array;
}

/**
 * Reads and verifies a proof of possession. Its length tells its type: 64 bytes are BIP340 over the SHA-256 of the 20 bytes of the account, 65 bytes
 * are a signed message of Bitcoin wallets, and everything else is a BIP322 witness.
 *
 * @param prefix - Prefix of the staker's addresses on Bitcoin: `bc`, or `tb` on test networks (BIP173).
 * @param publicKey - The staker's, compressed (33 bytes).
 * @param address - The address on Babylon.
 * @param message - The message for wallets (`popMessage`): the address, or a context and the address. With a context, BIP340 is refused: it is
 *   not defined what it signs then.
 * @returns undefined if it proves nothing.
 */
export function readProof(
  prefix: string,
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
    const digest = messageHash(message);
    // As in Babylon, only x counts: either of the two keys with this x is accepted.
    const isValid = [2, 3].some((head) => {
      const key = concatBytes(Uint8Array.of(head), publicKey.subarray(1));
      return attempt(() => secp256k1.verify(proof.subarray(1), digest, key, { prehash: false, lowS: false }));
    });
    return isValid ? { type: 2, signature: proof } : undefined;
  }
  const signer = verifyMessage(publicKey, message, proof);
  if (signer === undefined) return undefined;
  const written = addressOf(prefix, signer, publicKey);
  // The message BIP322Sig of Babylon: { address = 1, sig = 2 }.
  return { type: 1, signature: concatBytes(field(1, new TextEncoder().encode(written)), field(2, proof)) };
}

/** The hash that wallets sign for a message. */
function messageHash(message: string): Uint8Array {
  const text = new TextEncoder().encode(message);
  const prefix = new TextEncoder().encode('Bitcoin Signed Message:\n');
  return sha256x2(VarBytes.encode(prefix), VarBytes.encode(text));
}

/** Segwit address of a key (BIP173, BIP350). */
function addressOf(prefix: string, type: MessageSigner, publicKey: Uint8Array): string {
  const program = toBech32Words(scriptOf(type, publicKey).subarray(2));
  return type === 'p2tr'
    ? toBech32({ encoding: 'bech32m', prefix, words: [1, ...program] })
    : toBech32({ encoding: 'bech32', prefix, words: [0, ...program] });
}

/** A protobuf field of bytes. */
function field(number: number, bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  const size = length < 0x80 ? [length] : [0x80 | (length & 0x7f), length >> 7];
  return concatBytes(Uint8Array.of((number << 3) | 2, ...size), bytes);
}
