import { attempt, sha256 } from '@isochain/core';
import { malformed, mismatch } from '@isochain/core/signatures';
import { schnorr } from '@noble/curves/secp256k1.js';
import { hash160, scriptOfKey } from '../address/scripts.ts';
import type { Unsigned } from './assemble.ts';
import { equalBytes } from './byte-arrays.ts';
import { isTaproot, keyHash } from './digests.ts';
import { recoverKeys, verifyEcdsa } from './ecdsa.ts';
import type { InputSignature } from './input-signature.ts';
import { createKeyring, type Keyring } from './keyring.ts';
import type { Plan, PlannedInput, Spend } from './planned-transaction.ts';
import type { InputSignatures } from './read-signatures.ts';
import { incomplete, schnorrHint } from './refusals.ts';

/**
 * Verifies the signature of every input against the hash that we made ourselves, and the key that the coin belongs to.
 *
 * @param publicKey - The sender's key, if it is known. Otherwise keys are recovered from ECDSA signatures.
 * @returns Signatures by input; ECDSA signatures have the key that made them.
 * @throws RefusedError `signature.mismatch`, `signature.incomplete`, or `signature.malformed` if it is clear what was done wrong.
 */
export function verifySignatures(
  plan: Plan,
  { digest, psbt }: Unsigned,
  sent: InputSignatures,
  publicKey: Uint8Array | undefined,
): InputSignature[] {
  const keyring = createKeyring();
  if (publicKey !== undefined) keyring.add(publicKey);
  const valid = plan.inputs.map((input, i) => {
    const signature = sent[i];
    if (signature === undefined) return undefined;
    const verified = verify(input, signature, digest(i, signature.sighash), keyring);
    if (verified === undefined) throw explain(input, i, signature, { digest: digest(i), psbt }, keyring);
    return verified;
  });
  const missing = valid.flatMap((signature, i) => (signature === undefined ? [i] : []));
  if (missing.length > 0) throw incomplete(missing, valid.length);
  return valid as InputSignature[];
}

function verify(
  input: PlannedInput,
  sent: InputSignature,
  digest: Uint8Array,
  keyring: Keyring,
): InputSignature | undefined {
  const { spend, script } = input;
  if (isTaproot(spend)) return verifySchnorr(sent.signature, digest, signerOf(spend, script)) ? sent : undefined;
  const key = keyOf(input, sent, digest, keyring);
  return key !== undefined && verifyEcdsa(sent.signature, digest, key) ? { ...sent, publicKey: key } : undefined;
}

/** The x-only key that has to make a BIP340 signature. */
function signerOf(spend: Spend, script: Uint8Array): Uint8Array {
  return spend.type === 'tapscript' ? spend.signer : script.subarray(2);
}

function verifySchnorr(signature: Uint8Array, digest: Uint8Array, key: Uint8Array): boolean {
  return attempt(() => schnorr.verify(signature, digest, key)) === true;
}

/** The key that the coin is locked with: it came along, is known already, or is recovered from the signature. */
function keyOf(
  { spend, script, derivation }: PlannedInput,
  { signature, publicKey }: InputSignature,
  digest: Uint8Array,
  keyring: Keyring,
): Uint8Array | undefined {
  const hash = keyHash(spend, script);
  // BIP143: segwit keys are compressed.
  const fits = (key: Uint8Array) =>
    equalBytes(hash160(key), hash) && (key.length === 33 || (key.length === 65 && spend.type === 'p2pkh'));
  if (publicKey !== undefined) return fits(publicKey) ? publicKey : undefined;
  if (derivation !== undefined && fits(derivation.publicKey)) return derivation.publicKey;
  if (keyring.find(hash) === undefined) for (const key of recoverKeys(signature, digest)) keyring.add(key);
  const key = keyring.find(hash);
  return key && fits(key) ? key : undefined;
}

/** The mistake behind a wrong signature, if it can be recognised. */
function explain(
  input: PlannedInput,
  index: number,
  sent: InputSignature,
  { digest, psbt }: { readonly digest: Uint8Array; readonly psbt: Uint8Array },
  keyring: Keyring,
): Error {
  const { spend, script } = input;
  const isOver = (other: Uint8Array) => verify(input, sent, other, keyring) !== undefined;
  if (isOver(sha256(psbt)))
    return malformed(
      'it was made over the SHA-256 of the PSBT; sign the 32 bytes of `hash.value`, of each item in `encoded`',
    );
  if (isOver(sha256(digest)))
    return malformed('it was made over the SHA-256 of `hash.value`; sign these 32 bytes as they are');
  if (!isTaproot(spend)) return mismatch();
  const hint = schnorrHint(index, spend.type === 'tapscript');
  const ofEcdsa = recoverKeys(sent.signature, digest).some((key) => owns(spend, script, key));
  const internalKey = spend.type === 'p2tr' ? spend.internalKey : undefined;
  const isUntweaked = internalKey !== undefined && verifySchnorr(sent.signature, digest, internalKey);
  if (ofEcdsa || isUntweaked) return malformed(hint);
  // Another key made it, or this key in a wrong way that cannot be recognised.
  return mismatch(hint);
}

/** @param key - Compressed. */
function owns(spend: Spend, script: Uint8Array, key: Uint8Array): boolean {
  return spend.type === 'tapscript'
    ? equalBytes(key.subarray(1), spend.signer)
    : equalBytes(scriptOfKey('p2tr', key), script);
}
