import { attempt } from '@isochain/core';
import {
  type EcdsaSignature,
  malformed,
  mismatch,
  otherTransaction,
  readEcdsa,
  readWalletAnswer,
  spellings,
} from '@isochain/core/signatures';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { keyKinds } from '../address/public-key.ts';
import type { KeyKind } from '../chains.ts';
import { type ClaimedDocument, claimedItem, isClaimed, readClaimed } from './claimed-document.ts';
import { type CosmosPlan, readSigned, type SignDocument, type Unsigned } from './sign-documents.ts';

const curve = {
  order: secp256k1.Point.Fn.ORDER,
  fromDer: (bytes: Uint8Array) => secp256k1.Signature.fromBytes(bytes, 'der'),
};

/** In characters: 100 KB as a list in JSON. Transactions have some kilobytes. A larger one can be broadcast with its signature alone. */
const longest = 1_100_000;

/** DER of two numbers of 33 bytes has 72 bytes. Everything longer is a transaction. */
const longestSignature = 72;

/** A signature, and the document that it signs. */
export interface Signed {
  /** r||s with a low s: 64 bytes. */
  readonly signature: Uint8Array;
  readonly document: SignDocument;
}

/** What a text holds. */
interface Reading {
  readonly signature: EcdsaSignature;
  /** The document that a wallet answers beside the signature. */
  readonly beside?: ClaimedDocument | undefined;
}

/** What the caller needs to know of the transaction. */
interface Expected {
  readonly plan: CosmosPlan;
  readonly unsigned: Unsigned;
  /** The amino document, even if the client did not wish for it. */
  readonly amino: SignDocument | undefined;
  readonly keys: KeyKind;
}

/**
 * Reads a signature in the forms of real signers, and finds what it signs: r||s or r||s||v, or DER, in hex or base64; JSON of wallets, with
 * `signature` (as a text, or as the object of Keplr's `signDirect` and `signAmino`) or with `r` and `s`; or a whole signed transaction (`TxRaw`) in
 * hex or base64.
 *
 * @returns The signature with a low s. One with a high s is valid too, but nodes refuse it.
 * @throws RefusedError `signature.malformed`, `signature.mismatch` or `signature.otherTransaction`.
 */
export function readSignature(text: string, expected: Expected): Signed {
  const { text: found, members } = readWalletAnswer(text, { longest, names: ['tx_bytes'] });
  const { signature, beside = readClaimed(members.signed) } = fromText(found);
  const { unsigned, amino, keys, plan } = expected;
  const { publicKey } = plan;
  const { hash } = keyKinds[keys];
  const documents = [unsigned.direct, unsigned.amino].filter((document) => document !== undefined);
  const document = documents.find(({ bytes }) => isSignature(signature, hash(bytes), publicKey));
  if (document !== undefined) return { signature: toLowS(signature), document };
  // Wallets answer in amino although encode was not asked for it.
  const known = [...documents, ...(amino === undefined ? [] : [amino])];
  if (beside !== undefined && !known.some((each) => isClaimed(beside, each)))
    throw otherTransaction(claimedItem(beside, plan, keys, amino));
  throw mismatch(whatWasSigned(signature, expected));
}

function fromText(text: string): Reading {
  const readings = spellings(text, { hasV: true });
  const [first] = readings;
  if (first === undefined) throw malformed('it is neither hex nor base64');
  for (const bytes of readings) {
    if (bytes.length > longestSignature) {
      const signed = readSigned(bytes);
      const signature = signed && readEcdsa(signed.signature, curve);
      if (signed !== undefined && signature !== undefined) return { signature, beside: { kind: 'direct', ...signed } };
    } else {
      const signature = readEcdsa(bytes, curve);
      if (signature !== undefined) return { signature };
    }
  }
  if (first.length > longestSignature)
    throw malformed('it is too long for a signature and is not a signed transaction');
  throw malformed(`it has ${first.length} bytes: expected 64, 65 or DER`);
}

/** Says what the sender signed instead, if that can be found out. */
function whatWasSigned(signature: EcdsaSignature, expected: Expected): string | undefined {
  const { unsigned, amino, keys, plan } = expected;
  const { publicKey } = plan;
  const { hash, hashFormat } = keyKinds[keys];
  const isOf = (digest: Uint8Array) => isSignature(signature, digest, publicKey);
  const { bytes } = unsigned.direct;
  if (isOf((hash === sha256 ? keccak_256 : sha256)(bytes))) {
    return `it was made over another hash of the document: this chain's keys sign its ${hashFormat}`;
  }
  if ([sha256, keccak_256].some((again) => isOf(again(hash(bytes))))) {
    return 'it was made over a hash of `hash.value`: sign those 32 bytes as they are';
  }
  if (amino !== undefined && isOf(hash(amino.bytes))) {
    return 'it was made over the amino document of this transaction: encode with params.signMode amino';
  }
  const { r, s } = signature;
  const swapped = { r: reversed(r), s: reversed(s) };
  if (isSignature(swapped, hash(bytes), publicKey))
    return 'the bytes of its r and s are in reverse: expected big-endian';
  return undefined;
}

function isSignature({ r, s }: EcdsaSignature, digest: Uint8Array, publicKey: Uint8Array): boolean {
  return (
    attempt(() => {
      const bytes = new secp256k1.Signature(r, s).toBytes('compact');
      return secp256k1.verify(bytes, digest, publicKey, { prehash: false, lowS: false });
    }) ?? false
  );
}

function toLowS({ r, s }: EcdsaSignature): Uint8Array {
  const { order } = curve;
  return new secp256k1.Signature(r, s > order / 2n ? order - s : s).toBytes('compact');
}

/** A number of 32 bytes with its bytes in reverse order. */
function reversed(value: bigint): bigint {
  const digits = value.toString(16).padStart(64, '0');
  return BigInt(`0x${digits.match(/../g)?.reverse().join('')}`);
}
