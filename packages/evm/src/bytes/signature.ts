import { attempt, toHex } from '@isochain/core';
import {
  type EcdsaSignature,
  fromCompactParity,
  hexDigits,
  malformed,
  matchParity,
  mismatch,
  otherTransaction,
  readEcdsa,
  readWalletAnswer,
  spellings,
} from '@isochain/core/signatures';
import { secp256k1 } from '@noble/curves/secp256k1';
import { keccak256, parseTransaction, serializeTransaction } from 'viem/utils';
import type { Address, Hex } from '../address.ts';
import type { Unsigned } from '../types.ts';
import { otherDigests, overWhich } from './other-digests.ts';

/** Ready for a transaction: s is in the lower half of the curve's order (EIP-2), with the parity of y. */
export interface Signature {
  readonly r: Hex;
  readonly s: Hex;
  readonly yParity: 0 | 1;
}

/** In hex digits. Every signature is shorter, and every signed transaction longer: DER has at most 144, a signed transfer at least 190. */
const longestSignature = 160;

/** Longer texts are no answers of wallets: a signed transfer has less than 1,000 bytes, and JSON writes a byte with up to eleven characters. */
const longestText = 20_000;

/** The signed transaction in answers of web3.js (`rawTransaction`), of nodes (eth_signTransaction: `raw`) and of other signers. */
const names = ['rawTransaction', 'raw', 'signedTransaction', 'serializedTransaction'];

/** Bytes of v in a signature of that length: EIP-155 needs several for a large chain id. */
const longestV = longestSignature / 2 - 64;

const curve = {
  order: secp256k1.CURVE.n,
  fromDer: (bytes: Uint8Array) => secp256k1.Signature.fromDER(bytes),
};

/**
 * Reads a signature in the forms that real signers send: r||s or r||s||v in hex (v of one nibble or more, or the text `undefined` in its place), the
 * same in base64, DER, the whole signed transaction in hex or base64, which must be `unsigned` with a signature, or the JSON of wallets (`readWalletAnswer`).
 *
 * @throws RefusedError `signature.malformed` or `signature.otherTransaction`.
 */
export function readSignature(text: string, unsigned: Hex): EcdsaSignature {
  const { text: trimmed } = readWalletAnswer(text, { longest: longestText, names });
  const digits = hexDigits(trimmed);
  if (digits !== undefined && digits.length > longestSignature) return fromSignedTransaction(`0x${digits}`, unsigned);
  const [bytes] = spellings(trimmed, { hasV: true });
  const signed: Hex = `0x${toHex(bytes ?? new Uint8Array())}`;
  if (digits === undefined && attempt(() => parseTransaction(signed)) !== undefined)
    return fromSignedTransaction(signed, unsigned);
  const signature = bytes && readEcdsa(bytes, curve, digits === undefined ? 1 : longestV);
  if (signature !== undefined) return signature;
  if (digits !== undefined) throw malformed('it is shorter than r and s, of 32 bytes each');
  if (bytes === undefined) throw malformed('it is neither hex nor base64');
  throw malformed(`it is base64 of ${bytes.length} bytes: expected 64 or 65`);
}

function fromSignedTransaction(signed: Hex, unsigned: Hex): EcdsaSignature {
  let parsed: ReturnType<typeof parseTransaction>;
  try {
    parsed = parseTransaction(signed);
  } catch (cause) {
    throw malformed('it is too long for a signature and is not a signed transaction', cause);
  }
  const { r, s, v, yParity, ...rest } = parsed;
  if (r === undefined || s === undefined) throw malformed('it is a transaction without a signature');
  const transaction = rest as Parameters<typeof serializeTransaction>[0];
  const bare = serializeTransaction(transaction);
  if (bare !== unsigned) {
    const [ours, theirs] = [parseTransaction(unsigned).chainId, transaction.chainId];
    const elsewhere = ours === theirs ? undefined : `it is for chain id ${theirs ?? 'none'}, and not for ${ours}`;
    throw otherTransaction({ format: 'RLP', value: bare }, elsewhere);
  }
  // The parser takes spellings that RLP does not allow, such as an empty list for 0. They come out different when serialised again.
  const signature = { r, s, ...(v === undefined ? {} : { v }), ...(yParity === undefined ? {} : { yParity }) };
  if (serializeTransaction(transaction, signature as Parameters<typeof serializeTransaction>[1]) !== signed) {
    throw malformed('it is a signed transaction in a spelling that RLP does not allow');
  }
  return { r: BigInt(r), s: BigInt(s), v: v ?? (yParity === undefined ? undefined : BigInt(yParity)) };
}

/**
 * Finds the parity with which the signature recovers the sender, and puts s into the lower half.
 *
 * @throws RefusedError `signature.mismatch` if the sender did not sign this, or v does not belong to this signature. If the sender signed something
 *   that is easily taken for the hash, a second problem says what.
 */
export function matchSignature(
  read: EcdsaSignature,
  { transaction, raw, digest }: Unsigned,
  sender: Address,
): Signature {
  const isSender = (signature: EcdsaSignature, parity: 0 | 1) => recover(signature, parity, digest) === sender;
  const long = 35n + 2n * BigInt(transaction.chainId);
  // Devices answer the last byte of a long v (LedgerHQ/app-ethereum, doc/ethapp.adoc: SIGN ETH TRANSACTION). With the parity it may begin anew at 0.
  const bases = [0n, 27n, long, long % 256n, (long % 256n) - 256n];
  const found = matchParity(read, curve, isSender, bases);
  if (found === undefined) throw mismatch(whatWasSigned(read, raw, sender));
  return { r: word(found.r), s: word(found.s), yParity: found.parity };
}

/** Says what the sender signed instead, if it can be found out. */
function whatWasSigned(read: EcdsaSignature, unsigned: Hex, sender: Address): string | undefined {
  const others = otherDigests(unsigned);
  const digests = others.map(({ digest }) => digest);
  for (const candidate of [read, fromCompactParity(read)]) {
    const signed = candidate && others[overWhich(candidate, digests, sender)];
    if (signed !== undefined) return `it was made over ${signed.what}: sign the 32 bytes of \`hash.value\` as they are`;
  }
  return undefined;
}

function recover({ r, s }: EcdsaSignature, yParity: 0 | 1, digest: Uint8Array): Address | undefined {
  try {
    const point = new secp256k1.Signature(r, s).addRecoveryBit(yParity).recoverPublicKey(digest);
    return `0x${keccak256(point.toRawBytes(false).subarray(1)).slice(-40)}`;
  } catch {
    return undefined;
  }
}

function word(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`;
}
