import { attempt } from '@isochain/core';
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { RawWitness } from '@scure/btc-signer/script.js';
import { hash160, tagSchnorr } from '@scure/btc-signer/utils.js';
import { bytesOf, concatBytes, equalBytes } from './bytes.ts';
import { p2tr, tweakKey } from './scripts.ts';
import { segwitDigest, strip, taprootDigest } from './transaction-bytes.ts';

/** The address that signed a message. A p2tr witness has one item, a p2wpkh witness has two. */
export interface MessageSigner {
  readonly type: 'p2wpkh' | 'p2tr';
  /** scriptPubKey. */
  readonly script: Uint8Array;
}

/**
 * Verifies a message that an address signed ("simple" form of BIP322), as Babylon does (babylonlabs-io/babylon crypto/bip322/bip322.go and
 * x/btcstaking/types/pop.go): SIGHASH_ALL, or SIGHASH_DEFAULT of p2tr, and the rules of the standard scripts of btcd, such as a low s.
 *
 * @param publicKey - Compressed (33 bytes). Only its x counts: either of the two keys with this x may have signed.
 * @param witness - Serialized.
 * @returns The address that signed. Undefined if no address of the key did.
 */
export function verifyMessage(publicKey: Uint8Array, message: string, witness: Uint8Array): MessageSigner | undefined {
  return attempt(() => {
    const [signature, key, ...more] = RawWitness.decode(witness);
    if (signature === undefined || more.length > 0) return undefined;
    if (key === undefined) return taprootSigner(publicKey, message, signature);
    return segwitSigner(publicKey, message, signature, key);
  });
}

/** Of an address without script path (BIP86). */
function taprootSigner(publicKey: Uint8Array, message: string, signature: Uint8Array): MessageSigner | undefined {
  const script = p2tr(tweakKey(publicKey.subarray(1), new Uint8Array()).key);
  const { transaction, spent } = toSign(message, script);
  // A signature of 64 bytes has no sighash byte, and means SIGHASH_DEFAULT.
  const sighash = signature.length === 64 ? 0 : 1;
  if (sighash === 1 && signature.at(-1) !== 1) return undefined;
  const isValid = schnorr.verify(
    signature.subarray(0, signature.length - sighash),
    taprootDigest(transaction, spent, sighash),
    script.subarray(2),
  );
  return isValid ? { type: 'p2tr', script } : undefined;
}

function segwitSigner(
  publicKey: Uint8Array,
  message: string,
  signature: Uint8Array,
  key: Uint8Array,
): MessageSigner | undefined {
  const isOwn = key.length === 33 && equalBytes(key.subarray(1), publicKey.subarray(1));
  if (!isOwn || signature.at(-1) !== 1) return undefined;
  const script = concatBytes(Uint8Array.of(0x00, 0x14), hash160(key));
  const { transaction, spent } = toSign(message, script);
  const options = { prehash: false, format: 'der', lowS: true } as const;
  const isValid = secp256k1.verify(signature.subarray(0, -1), segwitDigest(transaction, spent), key, options);
  return isValid ? { type: 'p2wpkh', script } : undefined;
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
