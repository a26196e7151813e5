import { fromBase64, problem, RefusedError, refuse, stripHexPrefix, toHex } from '@isochain/core';
import { secp256k1 } from '@noble/curves/secp256k1';
import { keccak256, parseTransaction, serializeTransaction } from 'viem/utils';
import type { Address, Hex } from './address.ts';
import { otherDigests, overWhich } from './other-digests.ts';
import type { Unsigned } from './types.ts';

/** A signature as it came in: two numbers, and perhaps what the signer said about the parity. */
export interface LooseSignature {
  readonly r: bigint;
  readonly s: bigint;
  readonly v?: bigint | undefined;
}

/** Ready for a transaction: s in the lower half of the curve's order (EIP-2), parity of the point. */
export interface Signature {
  readonly r: Hex;
  readonly s: Hex;
  readonly yParity: 0 | 1;
}

/** No signature is so long, and no signed transaction so short (hex digits). DER is at most 144, a signed transfer at least 190. */
const longestSignature = 160;

/**
 * Reads a signature in the forms that real signers send: r||s or r||s||v in hex (v of one nibble or more, or the text `undefined` in its
 * place), base64 of the same, DER in hex, or the whole signed transaction, which must be `unsigned` with a signature.
 *
 * @throws RefusedError `signature.malformed` or `signature.otherTransaction`.
 */
export function readSignature(text: string, unsigned: Hex): LooseSignature {
  const digits = stripHexPrefix(text.trim())
    .toLowerCase()
    .replace(/(?:undefined|null)$/, '');
  if (!/^[0-9a-f]*$/.test(digits)) return fromBytes(text);
  if (digits.length > longestSignature) return fromSignedTransaction(`0x${digits}`, unsigned);
  if (digits.length < 128 || digits.length > 131) {
    const der = fromDer(digits);
    if (der !== undefined) return der;
  }
  if (digits.length < 128) throw malformed('it is shorter than r and s, of 32 bytes each');
  return toLoose(digits);
}

function fromBytes(text: string): LooseSignature {
  const bytes = fromBase64(text);
  if (bytes === undefined) throw malformed('it is neither hex nor base64');
  if (bytes.length === 64 || bytes.length === 65) return toLoose(toHex(bytes));
  const der = fromDer(toHex(bytes));
  if (der === undefined) throw malformed(`it is base64 of ${bytes.length} bytes: expected 64 or 65`);
  return der;
}

/** Digits of r, s and, if more follow, v. */
function toLoose(digits: string): LooseSignature {
  const [r, s, v] = [digits.slice(0, 64), digits.slice(64, 128), digits.slice(128)];
  return { r: BigInt(`0x${r}`), s: BigInt(`0x${s}`), v: v === '' ? undefined : BigInt(`0x${v}`) };
}

/** X.690 DER: SEQUENCE { INTEGER r, INTEGER s }. */
function fromDer(digits: string): LooseSignature | undefined {
  try {
    const { r, s } = secp256k1.Signature.fromDER(digits);
    return { r, s };
  } catch {
    return undefined;
  }
}

function fromSignedTransaction(signed: Hex, unsigned: Hex): LooseSignature {
  let parsed: ReturnType<typeof parseTransaction>;
  try {
    parsed = parseTransaction(signed);
  } catch (cause) {
    throw refuse(
      'signature.malformed',
      { reason: 'it is too long for a signature and is not a signed transaction' },
      field,
      { cause },
    );
  }
  const { r, s, v, yParity, ...rest } = parsed;
  if (r === undefined || s === undefined) throw malformed('it is a transaction without a signature');
  const transaction = rest as Parameters<typeof serializeTransaction>[0];
  if (serializeTransaction(transaction) !== unsigned) throw refuse('signature.otherTransaction', {}, field);
  // The parser takes spellings that RLP does not allow, such as an empty list for 0: what does not come out the same was changed on the way.
  const signature = { r, s, ...(v === undefined ? {} : { v }), ...(yParity === undefined ? {} : { yParity }) };
  if (serializeTransaction(transaction, signature as Parameters<typeof serializeTransaction>[1]) !== signed) {
    throw malformed('it is a signed transaction in a spelling that RLP does not allow');
  }
  return { r: BigInt(r), s: BigInt(s), v: v ?? (yParity === undefined ? undefined : BigInt(yParity)) };
}

/**
 * Finds the parity with which the signature recovers the sender, and puts s into the lower half.
 *
 * @throws RefusedError `signature.mismatch` if the sender did not sign this, or v is not the one of this signature. Where the sender signed
 * something that is easily taken for the hash, a second problem says what.
 */
export function matchSignature(
  loose: LooseSignature,
  { transaction, raw, digest }: Unsigned,
  sender: Address,
): Signature {
  for (const candidate of [loose, compact(loose)]) {
    if (candidate === undefined) continue;
    const parity = ([0, 1] as const).find((y) => recover(candidate, y, digest) === sender);
    if (parity === undefined || !agrees(candidate.v, parity, transaction.chainId)) continue;
    return normalise(candidate, parity);
  }
  throw mismatch(loose, raw, sender);
}

/** Says what the sender signed instead, where that can be told. */
function mismatch(loose: LooseSignature, unsigned: Hex, sender: Address): Error {
  const first = problem('signature.mismatch', {}, field);
  const others = otherDigests(unsigned);
  const digests = others.map(({ digest }) => digest);
  for (const candidate of [loose, compact(loose)]) {
    const signed = candidate && others[overWhich(candidate, digests, sender)];
    if (signed === undefined) continue;
    const reason = `it was made over ${signed.what}: sign the 32 bytes of \`hash.value\` as they are`;
    return new RefusedError([first, problem('signature.malformed', { reason }, field)]);
  }
  return new RefusedError([first]);
}

/** EIP-2098: the parity in the top bit of s. */
function compact({ r, s, v }: LooseSignature): LooseSignature | undefined {
  const top = 1n << 255n;
  return v === undefined && s >= top ? { r, s: s - top, v: 1n } : undefined;
}

function recover({ r, s }: LooseSignature, yParity: 0 | 1, digest: Uint8Array): Address | undefined {
  try {
    const point = new secp256k1.Signature(r, s).addRecoveryBit(yParity).recoverPublicKey(digest);
    return `0x${keccak256(point.toRawBytes(false).subarray(1)).slice(-40)}`;
  } catch {
    return undefined;
  }
}

/** v is not needed, but one that contradicts the signature means that something was changed on the way. With the chain id it is as in EIP-155. */
function agrees(v: bigint | undefined, yParity: 0 | 1, chainId: number): boolean {
  return v === undefined || [0n, 27n, 35n + 2n * BigInt(chainId)].some((base) => v === base + BigInt(yParity));
}

/** Nodes refuse the other, equivalent half since EIP-2. */
function normalise({ r, s }: LooseSignature, yParity: 0 | 1): Signature {
  const n = secp256k1.CURVE.n;
  const high = s > n / 2n;
  return { r: word(r), s: word(high ? n - s : s), yParity: high ? (yParity === 0 ? 1 : 0) : yParity };
}

function word(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`;
}

const field = 'transaction.signature';

function malformed(reason: string): Error {
  return refuse('signature.malformed', { reason }, field);
}
