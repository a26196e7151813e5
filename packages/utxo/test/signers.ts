import * as ecc from '@bitcoinerlab/secp256k1';
import type { EncodedItem } from '@isochain/core';
import * as bitcoin from 'bitcoinjs-lib';
import { ECPairFactory, type ECPairInterface } from 'ecpair';
import { maps, psbtV2 } from './psbt-maps.ts';

// Wallets and signers of bitcoinjs-lib, with keys of ecpair and curves of @bitcoinerlab/secp256k1: nothing of it is ours.

bitcoin.initEccLib(ecc);
const { fromPrivateKey } = ECPairFactory(ecc);

/** A key that always makes the same signature of the same hash. ecpair's BIP340 signatures are random. */
interface Signer {
  readonly publicKey: Uint8Array;
  readonly sign: (hash: Uint8Array) => Uint8Array;
  readonly signSchnorr: (hash: Uint8Array) => Uint8Array;
}

function signerOf(key: ECPairInterface): Signer {
  const { publicKey, privateKey } = key;
  if (privateKey === undefined) throw new Error('A signer needs a private key.');
  return {
    publicKey,
    sign: (hash) => key.sign(hash),
    signSchnorr: (hash) => ecc.signSchnorr(hash, privateKey, new Uint8Array(32)),
  };
}

export const signatureForms = [
  'the signed PSBT in hex',
  'the signed PSBT in base64',
  'the finalized PSBT in hex',
  'the signed PSBT of version 2 in hex',
  'the signed PSBT of version 2 in base64url',
  'the signed transaction',
  'signatures in hex',
  'signatures in hex with 0x',
  'signatures in base64',
  'JSON of signatures',
  'signatures with commas between',
] as const;

export type SignatureForm = (typeof signatureForms)[number];

/** The transaction to sign. Coins count only if their keys are there. */
export interface SigningRequest {
  readonly encoded: readonly EncodedItem[];
  readonly privateKeys: readonly Uint8Array[];
  /** Where keys of p2pkh addresses are written with 65 bytes. */
  readonly isUncompressed?: boolean;
}

/**
 * Signs what encode answered, as wallets do (the PSBT) and as plain signers do (the hashes), and makes sure that both are the same.
 *
 * @returns The signature in every form. Wallets do not sign what is not their own: if an input is of none of the keys, there are only the forms
 * of plain signers, which sign any hash.
 */
export function signAll(request: SigningRequest): Record<SignatureForm, string> {
  const psbt = signPsbt(request);
  const signatures = signHashes(request);
  const made = signatures.map((_, i) => signatureIn(psbt, i));
  const joined = Buffer.concat(signatures);
  const plain = {
    'signatures in hex': hex(joined),
    'signatures in hex with 0x': `0x${hex(joined)}`,
    'signatures in base64': joined.toString('base64'),
    'JSON of signatures': JSON.stringify(signatures.map(hex)),
    'signatures with commas between': signatures.map(hex).join(','),
  };
  if (made.includes('')) return plain as Record<SignatureForm, string>;
  signatures.forEach((signature, i) => {
    if (made[i] !== hex(signature)) throw new Error(`The PSBT signs something else in input ${i} than its hash says.`);
  });
  const finalized = psbt.clone().finalizeAllInputs();
  const v2 = psbtV2(psbt.toBuffer());
  return {
    'the signed PSBT in hex': psbt.toHex(),
    'the signed PSBT in base64': psbt.toBase64(),
    'the finalized PSBT in hex': finalized.toHex(),
    'the signed PSBT of version 2 in hex': hex(v2),
    'the signed PSBT of version 2 in base64url': Buffer.from(v2).toString('base64url'),
    'the signed transaction': finalized.extractTransaction(true).toHex(),
    ...plain,
  };
}

/** Signs each input that one of the keys can sign, as a wallet does: it looks at what the PSBT says and at nothing else. */
export function signPsbt(request: SigningRequest): bitcoin.Psbt {
  const psbt = psbtIn(request.encoded);
  psbt.data.inputs.forEach((_, i) => {
    signInput(psbt, i, request);
  });
  return psbt;
}

/**
 * Signs one input, if one of the keys can.
 *
 * @param sighashType - Where it is not the usual one.
 */
export function signInput(
  psbt: bitcoin.Psbt,
  index: number,
  request: Omit<SigningRequest, 'encoded'>,
  sighashType?: number,
): void {
  const found = findSigner(psbt, index, request);
  if (found === undefined) return;
  const { signer, internalKey } = found;
  const { tapInternalKey, tapLeafScript } = psbt.data.inputs[index] ?? {};
  // bitcoinjs-lib signs taproot only if the PSBT has the internal key. Wallets that know the key add it.
  if (internalKey !== undefined && tapInternalKey === undefined && tapLeafScript === undefined)
    psbt.updateInput(index, { tapInternalKey: internalKey });
  if (sighashType !== undefined) psbt.updateInput(index, { sighashType });
  psbt.signInput(index, signer, sighashType === undefined ? undefined : [sighashType]);
}

/** Signs the hashes, 64 bytes each: ECDSA as r and s, BIP340 for taproot. Inputs of unknown keys are signed with the first key. */
export function signHashes(request: SigningRequest): Uint8Array[] {
  const psbt = psbtIn(request.encoded);
  return request.encoded.map(({ hash }, i) => {
    const digest = Buffer.from(hash?.value ?? '', 'hex');
    const { signer, internalKey } = findSigner(psbt, i, request) ?? { signer: signerOf(keysOf(request)[0]) };
    return internalKey === undefined ? signer.sign(digest) : signer.signSchnorr(digest);
  });
}

function keysOf({
  privateKeys,
  isUncompressed = false,
}: Omit<SigningRequest, 'encoded'>): [ECPairInterface, ...ECPairInterface[]] {
  const keys = privateKeys.map((key) => fromPrivateKey(key, { compressed: !isUncompressed }));
  return keys as [ECPairInterface, ...ECPairInterface[]];
}

function psbtIn(encoded: readonly EncodedItem[]): bitcoin.Psbt {
  return bitcoin.Psbt.fromHex(encoded.find((item) => item.raw?.format === 'PSBT')?.raw?.value ?? '');
}

/** @returns For taproot with the key before it is tweaked. */
function findSigner(
  psbt: bitcoin.Psbt,
  index: number,
  request: Omit<SigningRequest, 'encoded'>,
): { readonly signer: Signer; readonly internalKey?: Uint8Array } | undefined {
  const script = scriptOf(psbt, index);
  const leaves = psbt.data.inputs[index]?.tapLeafScript ?? [];
  for (const key of keysOf(request)) {
    const internalKey = xOnly(key);
    if (leaves.some((leaf) => hex(leaf.script).includes(hex(internalKey))))
      return { signer: signerOf(key), internalKey };
    const taproot = tweak(key);
    if (hex(script) === `5120${hex(xOnly(taproot))}`) return { signer: signerOf(taproot), internalKey };
    if (locks(script, key)) return { signer: signerOf(key) };
  }
  return undefined;
}

/**
 * Whether two texts hold the same signatures of the same transaction: forms may have parts that say nothing about either, such as the amounts
 * in a PSBT or a recovery id, and ECDSA has two values of s that are as good.
 */
export function sameSignatures(original: string, other: string): boolean {
  try {
    return contentOf(original) === contentOf(other);
  } catch {
    return false;
  }
}

function contentOf(text: string): string {
  if (text.startsWith('[')) return (JSON.parse(text) as string[]).map(contentOf).join();
  if (text.includes(',')) return text.split(',').map(contentOf).join();
  const digits = text.replace(/^0x/i, '');
  const isHex = /^(?:[0-9a-f]{2})*$/i.test(digits);
  const bytes = Buffer.from(
    digits,
    isHex ? 'hex' : digits.includes('-') || digits.includes('_') ? 'base64url' : 'base64',
  );
  if (bytes.subarray(0, 5).toString('hex') === '70736274ff') return maps(bytes).map(countingFields).join('|');
  return signaturesIn(bytes)
    .map((signature) => hex(withLowS(signature)))
    .join();
}

/** Reduces each ECDSA signature to r and s. Other values stay. */
function signaturesIn(bytes: Buffer): Uint8Array[] {
  const each = [64, 65].find((size) => bytes.length > 0 && bytes.length % size === 0);
  if (each !== undefined)
    return Array.from({ length: bytes.length / each }, (_, i) => bytes.subarray(i * each, i * each + 64));
  const length = 2 + (bytes[1] ?? 0);
  const isDer = bytes[0] === 0x30 && (bytes.length === length || (bytes.length === length + 1 && bytes.at(-1) === 1));
  return [isDer ? bitcoin.script.signature.decode(Buffer.from([...bytes.subarray(0, length), 1])).signature : bytes];
}

function withLowS(bytes: Uint8Array): Uint8Array {
  if (bytes.length !== 64) return bytes;
  const [r, s] = [bytes.subarray(0, 32), bytes.subarray(32)];
  // Half of the order (SEC 2, section 2.4.1), rounded down.
  const isHigh = hex(s) > '7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0';
  return isHigh ? Buffer.concat([r, ecc.privateNegate(s)]) : bytes;
}

/** Fields of a PSBT that decide the signed bytes: BIP174, BIP370 and BIP371. */
const counting = {
  global: ['00', '02', '03', '04', '05', 'fb'],
  input: ['02', '07', '08', '0e', '0f', '10', '11', '12', '13', '14'],
  output: ['03', '04'],
};

/** An absent lock time need not be written. */
const implied = '03=00000000';

function countingFields({ kind, fields }: ReturnType<typeof maps>[number]): string {
  return fields
    .filter(([key]) => counting[kind].includes(key.slice(0, 2)))
    .map(([key, value]) => `${key}=${value}`)
    .filter((field) => kind !== 'global' || field !== implied)
    .join(';');
}

/** r and s, or BIP340, of an input that is signed and not finalized. */
function signatureIn(psbt: bitcoin.Psbt, index: number): string {
  const { partialSig = [], tapKeySig, tapScriptSig = [] } = psbt.data.inputs[index] ?? {};
  const [ecdsa] = partialSig;
  if (ecdsa !== undefined) return hex(bitcoin.script.signature.decode(ecdsa.signature).signature);
  return hex((tapKeySig ?? tapScriptSig[0]?.signature ?? Buffer.alloc(0)).subarray(0, 64));
}

function scriptOf(psbt: bitcoin.Psbt, index: number): Uint8Array {
  const { witnessUtxo, nonWitnessUtxo } = psbt.data.inputs[index] ?? {};
  if (witnessUtxo !== undefined) return witnessUtxo.script;
  const previous = bitcoin.Transaction.fromBuffer(nonWitnessUtxo ?? Buffer.alloc(0));
  return previous.outs[psbt.txInputs[index]?.index ?? 0]?.script ?? new Uint8Array();
}

function locks(script: Uint8Array, { publicKey: pubkey }: ECPairInterface): boolean {
  const outputs = [bitcoin.payments.p2pkh({ pubkey }).output];
  if (pubkey.length === 33) {
    const redeem = bitcoin.payments.p2wpkh({ pubkey });
    outputs.push(redeem.output, bitcoin.payments.p2sh({ redeem }).output);
  }
  return outputs.some((output) => hex(output ?? new Uint8Array()) === hex(script));
}

const tweaked = new WeakMap<ECPairInterface, ECPairInterface>();

function tweak(key: ECPairInterface): ECPairInterface {
  const hash = bitcoin.crypto.taggedHash('TapTweak', xOnly(key));
  const made = tweaked.get(key) ?? (key.tweak(Buffer.from(hash)) as ECPairInterface);
  tweaked.set(key, made);
  return made;
}

function xOnly({ publicKey }: { readonly publicKey: Uint8Array }): Uint8Array {
  return publicKey.subarray(1, 33);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
