import { fromBase64, stripHexPrefix, toHex } from '@isochain/core';
import { fromBase58 } from '@isochain/core/bytes';
import { malformed, mismatch, otherTransaction, readEd25519 } from '@isochain/core/signatures';
import { hashes, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { addressBytes, addressOfPublicKey, signatureLength } from '../address/address.ts';
import { addedTo } from './added.ts';
import { equalBytes } from './byte-arrays.ts';
import { decodeTransaction } from './message.ts';
import { maxTransactionLengthV1 } from './message-v1.ts';
import { isReordering, reorderings } from './reordered.ts';

/** A longer text is no signature and no transaction. In JSON a byte has up to eleven characters (`"1231": 255,`). */
const longestText = 11 * maxTransactionLengthV1 + 256;

/** Wallet Standard (solana:signTransaction) and WalletConnect (solana_signTransaction). */
const names = ['signedTransaction', 'transaction'];

/** A signature, and the message that it signs. */
export interface Signed {
  readonly signature: Uint8Array;
  readonly message: Uint8Array;
}

/**
 * Reads a signature in the forms that real signers send: 64 bytes in hex (with or without 0x), base58 or base64, the whole signed transaction in any
 * of these, or the JSON of wallets (`readWalletAnswer`).
 *
 * @param message - The bytes that should have been signed.
 * @param sender - The address that should have signed.
 * @returns The sender's signature, and the message that it signs: `message`, or the same with accounts in another order.
 * @throws RefusedError `signature.malformed`, `signature.mismatch` or `signature.otherTransaction`.
 */
export function readSignature(text: string, message: Uint8Array, sender: string): Signed {
  const { signatures, others, publicKey } = readEd25519(text, { longest: longestText, names }, [
    fromPrefixedBase58,
    fromBase64,
  ]);
  const owner = publicKey === undefined ? undefined : addressOfPublicKey(publicKey);
  if (owner !== undefined && !(owner.ok && owner.canonical === sender)) throw mismatch();
  if (signatures.length + others.length === 0)
    throw malformed('it is neither hex nor base58 nor base64, nor JSON with one of these');

  const valid = findSigned(signatures, [message], sender);
  if (valid !== undefined) return valid;

  const transactions = others
    .filter(({ length }) => length > signatureLength)
    .flatMap((bytes) => decodeTransaction(bytes) ?? []);
  const ours = transactions.find(
    (transaction) => equalBytes(transaction.message, message) || isReordering(transaction.message, message),
  );
  const [first] = ours?.signatures ?? [];
  if (ours?.signatures.length === 1 && first !== undefined) {
    if (isSignatureOf(first, ours.message, sender)) return { signature: first, message: ours.message };
    throw mismatch();
  }
  if (signatures.length > 0) {
    const reordered = findSigned(signatures, reorderings(message), sender);
    if (reordered !== undefined) return reordered;
    throw mismatch();
  }
  const [other] = transactions;
  if (other !== undefined)
    throw otherTransaction({ format: 'BORSH', value: toHex(other.message) }, addedTo(message, other.message));
  const lengths = [...new Set([...signatures, ...others].map(({ length }) => length))].join(' or ');
  throw malformed(`it has ${lengths} bytes: expected ${signatureLength}, or a signed transaction`);
}

function findSigned(
  signatures: readonly Uint8Array[],
  messages: readonly Uint8Array[],
  sender: string,
): Signed | undefined {
  const pairs = signatures.flatMap((signature) => messages.map((message) => ({ signature, message })));
  return pairs.find(({ signature, message }) => isSignatureOf(signature, message, sender));
}

/** Some signers put 0x before any text. */
function fromPrefixedBase58(text: string): Uint8Array | undefined {
  return fromBase58(stripHexPrefix(text));
}

/** Verifies strictly, as the chain does (verify_strict of ed25519-dalek). */
function isSignatureOf(signature: Uint8Array, message: Uint8Array, sender: string): boolean {
  // The library has no synchronous hash of its own.
  hashes.sha512 ??= sha512;
  try {
    return verify(signature, message, addressBytes(sender), { zip215: false });
  } catch {
    return false;
  }
}
