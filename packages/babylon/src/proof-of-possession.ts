import { attempt, sha256, toHex } from '@isochain/core';
import { toBech32, toBech32Words } from '@isochain/core/bytes';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { VarBytes } from '@scure/btc-signer/script.js';
import { sha256x2 } from '@scure/btc-signer/utils.js';
import { type MessageSigner, verifyMessage } from './bip322.ts';
import { concatBytes, equalBytes } from './bytes.ts';
import { isSignedBy } from './cosignatures.ts';
import { accountBytes } from './pop-message.ts';

/** Proves to Babylon that an account there and a key on Bitcoin belong to the same person: `ProofOfPossessionBTC`. */
export interface ProofOfPossession {
  /** `btc_sig_type`: 0 BIP340, 1 BIP322, 2 ECDSA. */
  readonly type: 0 | 1 | 2;
  /** `btc_sig`. */
  readonly signature: Uint8Array;
}

/** Why a proof proves nothing: a half-sentence, such as "its first byte is 35". */
interface Refusal {
  readonly reason: string;
}

const otherSigner: Refusal = { reason: 'another key made it, or it signs another text' };

/**
 * Reads a proof of possession, and verifies it as Babylon does (babylonlabs-io/babylon x/btcstaking/types/pop.go): what its nodes refuse is refused.
 * Its length tells its type: 64 bytes are BIP340 over the SHA-256 of the 20 bytes of the account, 65 bytes are a signed message of Bitcoin wallets,
 * and everything else is a BIP322 witness.
 *
 * @param prefix - Prefix of the staker's addresses on Bitcoin: `bc`, or `tb` on test networks (BIP173).
 * @param publicKey - The staker's, compressed (33 bytes). Only its x counts.
 * @param address - The address on Babylon.
 * @param message - The message for wallets (`popMessage`): the address, or a context and the address. With a context, BIP340 is refused: it is
 *   not defined what it signs then.
 */
export function readProof(
  prefix: string,
  publicKey: Uint8Array,
  address: string,
  message: string,
  proof: Uint8Array,
): ProofOfPossession | Refusal {
  if (proof.length === 64) {
    const account = accountBytes(address);
    const isValid =
      account !== undefined && message === address && isSignedBy(publicKey.subarray(1), toHex(sha256(account)), proof);
    return isValid ? { type: 0, signature: proof } : otherSigner;
  }
  if (proof.length === 65) {
    const reason = walletProblem(publicKey.subarray(1), messageHash(message), proof);
    return reason === undefined ? { type: 2, signature: proof } : { reason };
  }
  const signer = verifyMessage(publicKey, message, proof);
  if (signer === undefined) return otherSigner;
  const written = addressOf(prefix, signer);
  // The message BIP322Sig of Babylon: { address = 1, sig = 2 }.
  return { type: 1, signature: concatBytes(field(1, new TextEncoder().encode(written)), field(2, proof)) };
}

/**
 * First bytes of signed messages that Babylon takes: 27 and the recovery id, and 4 more if the key is compressed (btcd btcec/ecdsa/signature.go:
 * RecoverCompact). The first bytes of segwit addresses (BIP137: 35 to 42) are not among them.
 */
const headers = { lowest: 27, compressed: 31, highest: 34 } as const;

/**
 * Verifies a signed message of Bitcoin wallets: a header, r and s.
 *
 * @param x - Of the staker's key. Either of the two keys with this x is taken.
 * @returns Why Babylon does not take it. Undefined if it does.
 */
function walletProblem(x: Uint8Array, digest: Uint8Array, proof: Uint8Array): string | undefined {
  const header = proof[0] ?? 0;
  const signature = attempt(() => secp256k1.Signature.fromBytes(proof.subarray(1), 'compact'));
  if (signature === undefined) return 'it is not a signature of a wallet';
  // As in crypto/ecdsa/ecdsa.go of Babylon.
  if (signature.hasHighS()) return 'its s is above half of the order, which Babylon does not take';
  const fits = (id: number) =>
    attempt(() => equalBytes(signature.addRecoveryBit(id).recoverPublicKey(digest).toBytes(true).subarray(1), x)) ===
    true;
  const isKnown = header >= headers.lowest && header <= headers.highest;
  if (isKnown && fits((header - headers.lowest) & 3)) return undefined;
  const right = [0, 1, 2, 3].find(fits);
  if (right === undefined) return otherSigner.reason;
  const known = isKnown ? '' : `, and Babylon takes ${headers.lowest} to ${headers.highest}`;
  return `its first byte is ${header}${known}: ${headers.compressed + right} in its place fits the key`;
}

/** The hash that wallets sign for a message. */
function messageHash(message: string): Uint8Array {
  const text = new TextEncoder().encode(message);
  const prefix = new TextEncoder().encode('Bitcoin Signed Message:\n');
  return sha256x2(VarBytes.encode(prefix), VarBytes.encode(text));
}

/** Segwit address (BIP173, BIP350). */
function addressOf(prefix: string, { type, script }: MessageSigner): string {
  const program = toBech32Words(script.subarray(2));
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
