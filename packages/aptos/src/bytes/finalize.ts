import { attempt, bytesOf, fromBase64, fromHex, type SignedTransaction, toHex } from '@isochain/core';
import { malformed, mismatch, otherTransaction, readEd25519 } from '@isochain/core/signatures';
import { type PublicKey, readPublicKey } from '../address/public-key.ts';
import { accountAuthenticator, rawTransaction, transactionAuthenticator } from './layout.ts';
import { otherMessages } from './other-messages.ts';
import { isEqual, longestRaw } from './raw-transaction.ts';
import { signedBytes, transactionId } from './signed-transaction.ts';
import { signingMessage } from './signing-message.ts';
import type { AptosPlan, Unsigned } from './transaction.ts';
import { isSignatureOf } from './verify.ts';

/** Longer texts are no signature and no signed transaction, not even as a list of bytes in JSON: a byte has up to eleven characters there (`"1231": 255,`). */
const longestText = 11 * longestRaw;

/** Bytes of an ed25519 signature (RFC 8032, section 5.1.6). */
const signatureLength = 64;

/**
 * Joins the transaction and its signature, or its two signatures if another account pays.
 *
 * @param signature - Of the signing message: 64 bytes in hex (with or without 0x), base64 or AIP-80, JSON with `signature`, an account authenticator, or the
 *   whole signed transaction in BCS. If another account pays: the whole signed transaction, or the signatures of the sender and of the payer with a comma
 *   between them, or one after the other as 128 bytes. The sender's is always the first.
 * @returns The signed transaction in BCS as hex, and its id.
 * @throws RefusedError `signature.malformed`, `signature.mismatch` or `signature.otherTransaction`.
 */
export function finalize(plan: AptosPlan, unsigned: Unsigned, signature: string): SignedTransaction {
  const { signer, feePayer } = plan;
  const [first, second] = proofsOf(plan, unsigned, signature);
  const isSwapped = feePayer !== undefined && isProofOf(first, feePayer.publicKey, unsigned);
  const own = verified(first, signer.publicKey, unsigned, isSwapped);
  if (feePayer === undefined || second === undefined)
    return signedOf(signedBytes(unsigned.raw, { ...signer, signature: own }, undefined));
  const payer = verified(second, feePayer.publicKey, unsigned);
  const signed = signedBytes(unsigned.raw, { ...signer, signature: own }, { ...feePayer, signature: payer });
  return signedOf(signed);
}

function signedOf(signed: Uint8Array): SignedTransaction {
  return { raw: toHex(signed), hash: transactionId(signed) };
}

/** A signature that is not verified yet. */
interface Proof {
  readonly signature: Uint8Array;
  /** The key that made it, if the text names one. Undefined if it names none. Empty if what it names is no key. */
  readonly publicKey?: PublicKey | undefined;
}

/** One proof, or those of the sender and the payer. */
function proofsOf(plan: AptosPlan, unsigned: Unsigned, text: string): readonly [Proof, Proof?] {
  const parts = partsOf(text).map((part) => readProofs(part, plan, unsigned));
  if (parts.length > 1 && parts.some(({ length }) => length > 1))
    throw malformed('each of its two parts must be one signature');
  const [sender, payer, ...others] = parts.flat();
  if (sender === undefined || others.length > 0) throw malformed('it has no signature, or more than two');
  if (plan.feePayer === undefined && payer !== undefined)
    throw malformed('it has two signatures, and one account signs');
  if (plan.feePayer !== undefined && payer === undefined)
    throw malformed('it is one signature: the sender signs, and the fee payer too. Put a comma between both');
  return payer === undefined ? [sender] : [sender, payer];
}

/** Parts of the text: two, if there is one signature of each account. */
function partsOf(text: string): readonly string[] {
  const trimmed = text.trim();
  if (/^[{["]/.test(trimmed)) return [trimmed];
  const parts = trimmed.split(',');
  return parts.length === 2 ? parts.map((part) => part.trim()) : [trimmed];
}

/** The proofs in a part of the text. */
function readProofs(text: string, plan: AptosPlan, unsigned: Unsigned): readonly Proof[] {
  const { signatures, others, publicKey } = readEd25519(text, { longest: longestText }, [fromAip80, fromBase64]);
  const named = publicKey === undefined ? {} : { publicKey: namedKey(publicKey) };
  const [signature] = signatures;
  if (signature !== undefined) return [{ signature, ...named }];
  if (others.length === 0) throw malformed('it is neither hex nor base64, nor JSON with one of these');
  for (const bytes of others) {
    if (bytes.length === 2 * signatureLength)
      return [0, signatureLength].map((at) => ({ signature: bytes.slice(at, at + signatureLength) }));
    const found = fromAuthenticator(bytes) ?? fromTransaction(bytes, plan, unsigned);
    // A key that JSON names beside an authenticator must be the same.
    if (found !== undefined)
      return found.map((proof) => (named.publicKey === undefined ? proof : { ...proof, ...named }));
  }
  const lengths = [...new Set(others.map(({ length }) => length))].join(' or ');
  throw malformed(`it has ${lengths} bytes: expected 64, an account authenticator or a signed transaction`);
}

/** A signature as AIP-80 writes it. */
function fromAip80(text: string): Uint8Array | undefined {
  const hex = /^ed25519-sig-(.*)$/i.exec(text)?.[1];
  return hex === undefined ? undefined : fromHex(hex);
}

function namedKey(text: string): PublicKey {
  const read = readPublicKey(text);
  return read.ok ? read.value : '';
}

type AccountAuthenticator = ReturnType<typeof accountAuthenticator.parse>;

function fromAccount(account: AccountAuthenticator): Proof {
  const { Ed25519: legacy, SingleKey: single } = account;
  if (legacy) return { publicKey: toHex(legacy.publicKey), signature: legacy.signature };
  const { publicKey, signature } = single as NonNullable<typeof single>;
  return { publicKey: toHex(publicKey.Ed25519), signature: signature.Ed25519 };
}

/** The proof in an account authenticator. Undefined if the bytes are none. */
function fromAuthenticator(bytes: Uint8Array): readonly Proof[] | undefined {
  const account = attempt(() => accountAuthenticator.parse(bytes));
  if (account === undefined || !isEqual(accountAuthenticator.serialize(account).toBytes(), bytes)) return undefined;
  return [fromAccount(account)];
}

/** The proofs in a signed transaction. Undefined if the bytes are none. */
function fromTransaction(bytes: Uint8Array, { feePayer }: AptosPlan, { raw }: Unsigned): readonly Proof[] | undefined {
  if (!isEqual(bytes.subarray(0, raw.length), raw)) {
    // No signature and no authenticator is as long as a transaction.
    if (bytes.length > raw.length) throw otherTransaction(otherMessage(bytes));
    return undefined;
  }
  const tail = bytes.slice(raw.length);
  const read = attempt(() => transactionAuthenticator.parse(tail));
  if (read === undefined || !isEqual(transactionAuthenticator.serialize(read).toBytes(), tail))
    throw malformed('it is the transaction without a signature that is known here');
  const { Ed25519: legacy, SingleSender: single, FeePayer: sponsored } = read;
  if (legacy) return [fromAccount({ $kind: 'Ed25519', Ed25519: legacy })];
  if (single) return [fromAccount(single)];
  const { sender, secondaryAddresses, secondarySigners, ...payer } = sponsored as NonNullable<typeof sponsored>;
  // The payer and further signers stand behind the transaction, and are a part of what it does.
  if (payer.feePayer !== feePayer?.address || secondaryAddresses.length + secondarySigners.length > 0)
    throw otherTransaction(otherMessage(bytes));
  return [fromAccount(sender), fromAccount(payer.feePayerSigner)];
}

/** The signing message of a signed transaction that is another one. Undefined if the bytes are none. */
function otherMessage(bytes: Uint8Array) {
  const message = attempt(() => {
    const raw = rawTransaction.serialize(rawTransaction.parse(bytes)).toBytes();
    const { FeePayer: sponsored } = transactionAuthenticator.parse(bytes.slice(raw.length));
    return signingMessage(raw, sponsored?.feePayer);
  });
  return message && ({ format: 'BCS', value: toHex(message) } as const);
}

function isProofOf({ signature, publicKey }: Proof, key: PublicKey, { message }: Unsigned): boolean {
  return (publicKey === undefined || publicKey === key) && isSignatureOf(signature, message, bytesOf(key));
}

/** The signature of a key. */
function verified(proof: Proof, key: PublicKey, unsigned: Unsigned, isSwapped = false): Uint8Array {
  const { signature, publicKey } = proof;
  if (isProofOf(proof, key, unsigned)) return signature;
  if (isSwapped) throw mismatch('it is the signature of the fee payer, and that of the sender must be the first');
  if (publicKey !== undefined && publicKey !== key) throw mismatch();
  const wrong = otherMessages(unsigned).find(({ bytes }) => isSignatureOf(signature, bytes, bytesOf(key)));
  const { advice = 'sign the bytes of `raw.value` as they are, without hashing' } = wrong ?? {};
  throw mismatch(wrong && `it was made over ${wrong.what}: ${advice}`);
}
