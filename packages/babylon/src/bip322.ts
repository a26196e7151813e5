import { attempt } from '@isochain/core';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { RawWitness } from '@scure/btc-signer/script.js';
import { hash160, tagSchnorr } from '@scure/btc-signer/utils.js';
import { bytesOf, concatBytes, equalBytes } from './bytes.ts';
import { p2tr, tweakKey } from './scripts.ts';
import { segwitDigest, strip, taprootDigest } from './transaction-bytes.ts';

/** The address type of the signer. A p2tr witness has one item, a p2wpkh witness has two. */
export type MessageSigner = 'p2wpkh' | 'p2tr';

/**
 * Verifies a message that an address signed ("simple" form of BIP322).
 *
 * @param publicKey - Compressed (33 bytes).
 * @param witness - Serialized.
 * @returns The type of the address that signed. Undefined if no address of the key did.
 */
export function verifyMessage(publicKey: Uint8Array, message: string, witness: Uint8Array): MessageSigner | undefined {
  return attempt(() => {
    const items = RawWitness.decode(witness);
    const type = items.length === 1 ? 'p2tr' : 'p2wpkh';
    return isSigned(type, publicKey, message, items) ? type : undefined;
  });
}

/**
 * scriptPubKey of a key's address. For p2tr: without script path (BIP86).
 *
 * @param publicKey - Compressed (33 bytes).
 */
export function scriptOf(type: MessageSigner, publicKey: Uint8Array): Uint8Array {
  if (type === 'p2tr') return p2tr(tweakKey(publicKey.subarray(1), new Uint8Array()).key);
  return concatBytes(Uint8Array.of(0x00, 0x14), hash160(publicKey));
}

/** @throws Error if the signature is malformed. */
function isSigned(type: MessageSigner, publicKey: Uint8Array, message: string, items: readonly Uint8Array[]): boolean {
  const [signature = new Uint8Array(), key, ...more] = items;
  const script = scriptOf(type, publicKey);
  const { transaction, spent } = toSign(message, script);
  // A BIP340 signature without a sighash byte means SIGHASH_DEFAULT.
  const sighash = type === 'p2tr' && signature.length === 64 ? 0 : signature.at(-1);
  const bare = sighash === 0 ? signature : signature.subarray(0, -1);
  if (sighash !== 0 && sighash !== 1) return false;
  if (type === 'p2tr') return schnorr.verify(bare, taprootDigest(transaction, spent, sighash), script.subarray(2));
  if (key === undefined || more.length > 0 || !equalBytes(key, publicKey)) return false;
  const digest = segwitDigest(transaction, spent);
  return secp256k1.verify(bare, digest, key, { prehash: false, format: 'der', lowS: false });
}

/** The transaction to sign for a message (`to_sign`). It spends `to_spend`, which cannot be valid: its only input holds the hash of the message. */
function toSign(message: string, script: Uint8Array) {
  const hash = tagSchnorr('BIP0322-signed-message', new TextEncoder().encode(message));
  const spent = { amount: 0n, script };
  const frame = { version: 0, lockTime: 0 };
  const { txid } = strip({
    ...frame,
    inputs: [
      {
        ...{ txid: new Uint8Array(32), index: 0xffff_ffff, sequence: 0 },
        finalScriptSig: concatBytes(Uint8Array.of(0, hash.length), hash),
      },
    ],
    outputs: [spent],
  });
  const input = { txid: bytesOf(txid), index: 0, finalScriptSig: new Uint8Array(), sequence: 0 };
  // OP_RETURN
  return { transaction: { ...frame, inputs: [input], outputs: [{ amount: 0n, script: Uint8Array.of(0x6a) }] }, spent };
}
