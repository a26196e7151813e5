import { malformed } from '@isochain/core/signatures';
import { hash160 } from '../address/scripts.ts';
import { equalBytes } from './byte-arrays.ts';
import { isTaproot, keyHash, leafHash, type Sighash } from './digests.ts';
import { readSignature } from './ecdsa.ts';
import type { PlannedInput, Spend } from './planned-transaction.ts';
import type { PsbtInput } from './read-psbt.ts';
import { schnorrHint, wrongSighash } from './refusals.ts';
import { push } from './unsigned.ts';

/** A signature of one input. */
export interface InputSignature {
  /** 64 bytes: r and s with a low s, or BIP340. */
  readonly signature: Uint8Array;
  readonly sighash: Sighash;
  /** ECDSA only: the key that came with the signature, if any. Once verified, the key that made it. */
  readonly publicKey?: Uint8Array | undefined;
}

/** Reads a signature without a PSBT around it: 64 bytes, 65 with a recovery id (ECDSA) or sighash type (BIP340), or DER. */
export function fromBytes({ spend }: PlannedInput, bytes: Uint8Array, index: number): InputSignature {
  if (isTaproot(spend)) return fromSchnorr(spend, bytes, index);
  if (bytes.length !== 64 && bytes.length !== 65) return fromDer(bytes, index, false);
  const signature = isRecoveryId(bytes[64] ?? 0) ? readSignature(bytes.subarray(0, 64), 'compact') : undefined;
  if (signature === undefined) throw malformed(`what is sent for input ${index} is no ECDSA signature`);
  return { signature, sighash: 1 };
}

/**
 * Takes the signature from an input of a PSBT.
 *
 * @returns Undefined if it is not signed.
 */
export function fromPsbtInput(input: PlannedInput, fields: PsbtInput, index: number): InputSignature | undefined {
  const { spend, script } = input;
  const {
    finalScriptSig: scriptSig,
    finalScriptWitness: witness,
    partialSig = [],
    tapKeySig,
    tapScriptSig = [],
  } = fields;
  if (scriptSig !== undefined || witness !== undefined)
    return fromUnlocked(input, scriptSig ?? new Uint8Array(), witness ?? [], index);
  if (isTaproot(spend)) {
    const bytes = spend.type === 'tapscript' ? ofLeaf(spend, tapScriptSig) : tapKeySig;
    if (bytes !== undefined) return fromSchnorr(spend, bytes, index);
    if (partialSig.length > 0) throw malformed(schnorrHint(index, spend.type === 'tapscript'));
    return undefined;
  }
  const hash = keyHash(spend, script);
  const [publicKey, bytes] = partialSig.find(([key]) => equalBytes(hash160(key), hash)) ?? partialSig[0] ?? [];
  return bytes && { ...fromDer(bytes, index, true), publicKey };
}

/**
 * Takes the signature from the scriptSig or witness of an input. Nothing else may be there.
 *
 * @returns Undefined if it is not signed.
 */
export function fromUnlocked(
  { spend }: PlannedInput,
  scriptSig: Uint8Array,
  witness: readonly Uint8Array[],
  index: number,
): InputSignature | undefined {
  if (scriptSig.length === 0 && witness.length === 0) return undefined;
  const expectedScript = spend.type === 'p2sh-p2wpkh' ? push(spend.redeemScript) : new Uint8Array();
  if (spend.type !== 'p2pkh' && !equalBytes(scriptSig, expectedScript))
    throw malformed(`the scriptSig of input ${index} is not the one of ${spend.type}`);
  if (spend.type === 'p2tr' || spend.type === 'tapscript') {
    // BIP341: the last of several items is an annex if it begins with this byte.
    if (witness.length > 1 && witness.at(-1)?.[0] === 0x50)
      throw malformed(`the witness of input ${index} has an annex`);
    const signature = spend.type === 'p2tr' ? alone(witness) : beforeLeaf(spend, witness);
    if (signature === undefined)
      throw malformed(`the witness of input ${index} is not a single signature, with its leaf where there is one`);
    return fromSchnorr(spend, signature, index);
  }
  const [signature, publicKey, ...more] = spend.type === 'p2pkh' ? [...pushes(scriptSig), ...witness] : witness;
  if (signature === undefined || publicKey === undefined || more.length > 0)
    throw malformed(`input ${index} is not unlocked by a signature and a public key, and these alone`);
  return { ...fromDer(signature, index, true), publicKey };
}

/** Recovery ids that signers append to r and s: 0 to 3, or 27 to 34 as in signed messages of Bitcoin. They are not needed. */
function isRecoveryId(value: number): boolean {
  return value < 4 || (value >= 27 && value < 35);
}

/** @param bytes - 64, or 65 with a sighash type. */
function fromSchnorr({ type }: Spend, bytes: Uint8Array, index: number): InputSignature {
  const sighash = bytes[64];
  // Other numbers are not sighash types, but recovery ids of ECDSA signers.
  const isSighash = sighash === undefined || (sighash > 0 && sighash < 4) || (sighash > 0x80 && sighash < 0x84);
  if (bytes.length < 64 || bytes.length > 65 || !isSighash) throw malformed(schnorrHint(index, type === 'tapscript'));
  if (sighash !== undefined && sighash !== 1) throw wrongSighash(index, sighash, true);
  return { signature: bytes.subarray(0, 64), sighash: sighash ?? 0 };
}

/** @param needsType - Whether the sighash type has to follow, as in scripts. */
function fromDer(bytes: Uint8Array, index: number, needsType: boolean): InputSignature {
  // DER tells its own length, without these two bytes.
  const length = 2 + (bytes[1] ?? 0);
  const signature = readSignature(bytes.subarray(0, length), 'der');
  const types = bytes.subarray(length);
  if (signature === undefined || types.length > 1 || (needsType && types.length === 0))
    throw malformed(`what is sent for input ${index} is no ECDSA signature: it has ${bytes.length} bytes`);
  const type = types[0] ?? 1;
  if (type !== 1) throw wrongSighash(index, type, false);
  return { signature, sighash: 1 };
}

type Leaf = Extract<Spend, { type: 'tapscript' }>;

function ofLeaf(
  { signer, leafScript }: Leaf,
  signatures: NonNullable<PsbtInput['tapScriptSig']>,
): Uint8Array | undefined {
  const hash = leafHash(leafScript);
  return signatures.find(([key]) => equalBytes(key.pubKey, signer) && equalBytes(key.leafHash, hash))?.[1];
}

/** The signer's signature, in a witness with or without the signatures of others. */
function beforeLeaf(
  { cosignatures, leafScript, controlBlock }: Leaf,
  witness: readonly Uint8Array[],
): Uint8Array | undefined {
  const others = witness.slice(0, -3);
  const [signature, ...leaf] = witness.slice(-3);
  const isOurs =
    equalItems(leaf, [leafScript, controlBlock]) && (others.length === 0 || equalItems(others, cosignatures));
  return isOurs ? signature : undefined;
}

function alone([item, ...more]: readonly Uint8Array[]): Uint8Array | undefined {
  return more.length === 0 ? item : undefined;
}

function equalItems(a: readonly Uint8Array[], b: readonly Uint8Array[]): boolean {
  return a.length === b.length && a.every((item, i) => equalBytes(item, b[i] as Uint8Array));
}

/** The two items, of up to 75 bytes each, that a script pushes; undefined if it does anything else. */
function pushes(script: Uint8Array): Uint8Array[] {
  const middle = 1 + (script[0] ?? 0);
  const items = [script.subarray(1, middle), script.subarray(middle + 1)];
  const isExact = items.every(({ length }) => length > 0 && length <= 75) && script[middle] === items[1]?.length;
  return isExact ? items : [];
}
