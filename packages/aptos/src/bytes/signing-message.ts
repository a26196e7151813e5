import { sha3_256 } from '@noble/hashes/sha3.js';
import type { Address } from '../address/address.ts';
import { feePayerTail } from './layout.ts';
import { isEqual } from './raw-transaction.ts';

// What keys sign: the SHA3-256 of a name, and BCS. The message itself is not hashed (aptos-labs/aptos-core, crates/aptos-crypto-derive: CryptoHasher).

const nameOf = (name: string) => sha3_256(new TextEncoder().encode(name));

/** In front of transactions that the sender pays for. */
const ownPrefix = /* @__PURE__ */ nameOf('APTOS::RawTransaction');

/** In front of transactions that another account pays for. */
const sponsoredPrefix = /* @__PURE__ */ nameOf('APTOS::RawTransactionWithData');

/** The variant of RawTransactionWithData with a fee payer. */
const feePayerVariant = 1;

/** @param feePayer - Address of the account that pays, if it is not the sender. */
export function signingMessage(raw: Uint8Array, feePayer: Address | undefined): Uint8Array {
  if (feePayer === undefined) return Uint8Array.from([...ownPrefix, ...raw]);
  const tail = feePayerTail.serialize({ secondarySigners: [], feePayer }).toBytes();
  return Uint8Array.from([...sponsoredPrefix, feePayerVariant, ...raw, ...tail]);
}

/** Bytes of a fee payer's tail: no secondary signer, and an address. */
const tailLength = 33;

/** The parts of a signing message. Undefined if it is none. The transaction itself is not read. */
export function readSigningMessage(
  message: Uint8Array,
): { readonly raw: Uint8Array; readonly feePayer: Address | undefined } | undefined {
  const prefix = message.subarray(0, 32);
  const rest = message.subarray(32);
  if (isEqual(prefix, ownPrefix)) return { raw: rest, feePayer: undefined };
  if (!isEqual(prefix, sponsoredPrefix) || rest[0] !== feePayerVariant || rest.length <= tailLength) return undefined;
  const end = rest.length - tailLength;
  if (rest[end] !== 0) return undefined;
  return { raw: rest.subarray(1, end), feePayer: feePayerTail.parse(rest.subarray(end)).feePayer };
}
