import { attempt, fromHex, toHex } from '@isochain/core';
import {
  type EcdsaSignature,
  malformed,
  otherTransaction,
  readEcdsa,
  readWalletAnswer,
  spellings,
} from '@isochain/core/signatures';
import { secp256k1 } from '@noble/curves/secp256k1';
import { readSigned } from './raw-data.ts';

/** What core needs of the curve. */
export const curve = {
  order: secp256k1.CURVE.n,
  fromDer: (bytes: Uint8Array) => secp256k1.Signature.fromDER(bytes),
};

/** In bytes. Every signature is shorter, and every signed transaction longer: DER has at most 72, and a signed transaction more than 150. */
const longestSignature = 80;

/** A permission has five keys at most, and so a transaction five signatures (TOTAL_SIGN_NUM of tronprotocol/java-tron, DynamicPropertiesStore). */
const mostSignatures = 5;

/** Longer texts are no answers of wallets: a signed transaction has less than 1,000 bytes, and JSON writes a byte with up to eleven characters. */
const longestText = 20_000;

/**
 * Reads what a signer sent: r||s or r||s||v in hex or base64 (v of one digit or two), DER, or the whole signed transaction: its protobuf, or the JSON of
 * tronweb and TronLink, or other JSON of wallets (`readWalletAnswer`).
 *
 * @param raw - What should be signed.
 * @returns All signatures: several if the signed transaction has several. None of them is verified.
 * @throws RefusedError `signature.malformed` or `signature.otherTransaction`.
 */
export function readSignatures(text: string, raw: Uint8Array): readonly EcdsaSignature[] {
  const { text: found, members } = readWalletAnswer(text, {
    longest: longestText,
    names: ['transaction'],
    several: true,
  });
  const { raw_data_hex: signed } = members;
  if (typeof signed === 'string')
    return ofTransaction(fromHex(signed) ?? new Uint8Array(), found.split(',').map(bytesIn), raw);
  const bytes = bytesIn(found);
  if (bytes === undefined) throw malformed('it is neither hex nor base64');
  if (bytes.length > longestSignature) return fromSigned(bytes, raw);
  const read = readEcdsa(bytes, curve);
  if (read === undefined) throw malformed(`it has ${bytes.length} bytes: expected 64 or 65`);
  return [read];
}

function fromSigned(bytes: Uint8Array, raw: Uint8Array): readonly EcdsaSignature[] {
  const signed = attempt(() => readSigned(bytes));
  if (signed === undefined || signed.raw.length === 0) {
    throw malformed('it is too long for a signature and is not a signed transaction');
  }
  return ofTransaction(signed.raw, signed.signatures, raw);
}

function ofTransaction(
  found: Uint8Array,
  signatures: readonly (Uint8Array | undefined)[],
  raw: Uint8Array,
): readonly EcdsaSignature[] {
  if (signatures.length === 0) throw malformed('it is a transaction without a signature');
  if (toHex(found) !== toHex(raw)) throw otherTransaction({ format: 'RAW_TRANSACTION', value: toHex(found) });
  if (signatures.length > mostSignatures)
    throw malformed(`it is a transaction with more than ${mostSignatures} signatures`);
  const read = signatures.flatMap((bytes) => (bytes && readEcdsa(bytes, curve)) ?? []);
  if (read.length === 0) throw malformed('it is a transaction without a signature of 65 bytes');
  return read;
}

function bytesIn(text: string): Uint8Array | undefined {
  return spellings(text, { hasV: true })[0];
}
