import { attempt, bytesOf, fromBase64, type SignedTransaction, toHex } from '@isochain/core';
import { malformed, mismatch, otherTransaction, readEd25519 } from '@isochain/core/signatures';
import { ed25519 } from '@noble/curves/ed25519.js';
import type { PublicKey } from '../address/public-key.ts';
import { accountAuthenticator, transactionAuthenticator } from './layout.ts';
import { otherMessages } from './other-messages.ts';
import { isEqual } from './raw-transaction.ts';
import { signedBytes, transactionId } from './signed-transaction.ts';
import type { AptosPlan, Unsigned } from './transaction.ts';

/** Longer texts are no signature and no signed transaction: nodes take 64 KiB (aptos-labs/aptos-core, max_transaction_size_in_bytes). */
const longestText = 2 * 65_536 + 256;

/**
 * Joins the transaction and its signature, or its two signatures if another account pays.
 *
 * @param signature - Of the signing message: 64 bytes in hex (with or without 0x), base64 or AIP-80, JSON with `signature`, an account authenticator, or the
 *   whole signed transaction in BCS. If another account pays: the whole signed transaction, or the signatures of the sender and of the payer with a comma
 *   between them, or one after the other as 128 bytes of hex.
 * @returns The signed transaction in BCS as hex, and its id.
 * @throws RefusedError `signature.malformed`, `signature.mismatch` or `signature.otherTransaction`.
 */
export function finalize(plan: AptosPlan, unsigned: Unsigned, signature: string): SignedTransaction {
  const { signer, feePayer } = plan;
  const texts = partsOf(signature);
  if (feePayer === undefined && texts.length > 1) throw malformed('it has several parts, and one key signs');
  const found = texts.map((text) => readCandidates(text, unsigned));
  const own = verified(found[0], signer.publicKey, unsigned);
  if (feePayer === undefined) return signedOf(signedBytes(unsigned.raw, { ...signer, signature: own }, undefined));

  const rest = found.length > 1 ? found[1] : found[0];
  if (found.length === 1 && (rest?.signatures.length ?? 0) < 2)
    throw malformed('it is the signature of the sender alone: that of the fee payer must follow after a comma');
  const payer = verified(rest, feePayer.publicKey, unsigned);
  const signed = signedBytes(unsigned.raw, { ...signer, signature: own }, { ...feePayer, signature: payer });
  return signedOf(signed);
}

function signedOf(signed: Uint8Array): SignedTransaction {
  return { raw: toHex(signed), hash: transactionId(signed) };
}

/** Parts of the text: two, if there is one signature of each account. */
function partsOf(text: string): readonly string[] {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return [trimmed];
  const parts = trimmed.split(',').map((part) => part.trim());
  return parts.length === 2 ? parts : [trimmed];
}

/** Signatures that a text may hold. */
interface Candidates {
  readonly signatures: readonly Uint8Array[];
  /** The keys that the text names. */
  readonly publicKeys: readonly string[];
}

function readCandidates(text: string, { raw }: Unsigned): Candidates {
  const { signatures, others, publicKey } = readEd25519(text.trim().replace(/^ed25519-sig-/i, ''), longestText, [
    fromBase64,
  ]);
  if (signatures.length > 0) return { signatures, publicKeys: publicKey === undefined ? [] : [plainKey(publicKey)] };
  if (others.length === 0) throw malformed('it is neither hex nor base64, nor JSON with one of these');
  for (const bytes of others) {
    const [sender, payer] = [bytes.subarray(0, 64), bytes.subarray(64)];
    if (payer.length === 64) return { signatures: [sender, payer], publicKeys: [] };
    const account = attempt(() => accountAuthenticator.parse(bytes));
    if (account !== undefined && isEqual(accountAuthenticator.serialize(account).toBytes(), bytes))
      return joined([fromAccount(account)]);
    const transaction = fromTransaction(bytes, raw);
    if (transaction !== undefined) return transaction;
  }
  const lengths = [...new Set(others.map(({ length }) => length))].join(' or ');
  throw malformed(`it has ${lengths} bytes: expected 64, an account authenticator or a signed transaction`);
}

/** A key in JSON of a wallet, as hex. */
function plainKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/^ed25519-pub-/, '')
    .replace(/^0x/, '');
}

type AccountAuthenticator = ReturnType<typeof accountAuthenticator.parse>;

interface Proof {
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
}

function fromAccount(account: AccountAuthenticator): Proof {
  if (account.Ed25519) return account.Ed25519;
  const { publicKey, signature } = account.SingleKey as NonNullable<typeof account.SingleKey>;
  return { publicKey: publicKey.Ed25519, signature: signature.Ed25519 };
}

function joined(proofs: readonly Proof[]): Candidates {
  return {
    signatures: proofs.map(({ signature }) => signature),
    publicKeys: proofs.map(({ publicKey }) => toHex(publicKey)),
  };
}

/** The signatures of a signed transaction. Undefined if the bytes are none. */
function fromTransaction(bytes: Uint8Array, raw: Uint8Array): Candidates | undefined {
  const isOurs = isEqual(bytes.subarray(0, raw.length), raw);
  if (!isOurs) {
    // No signature and no authenticator is as long as a transaction.
    if (bytes.length > raw.length) throw otherTransaction();
    return undefined;
  }
  const tail = bytes.subarray(raw.length);
  const read = attempt(() => transactionAuthenticator.parse(tail));
  if (read === undefined || !isEqual(transactionAuthenticator.serialize(read).toBytes(), tail)) {
    throw malformed('it is the transaction without a signature that is known here');
  }
  if (read.Ed25519) return joined([read.Ed25519]);
  if (read.SingleSender) return joined([fromAccount(read.SingleSender)]);
  const { sender, feePayerSigner } = read.FeePayer as NonNullable<typeof read.FeePayer>;
  return joined([fromAccount(sender), fromAccount(feePayerSigner)]);
}

/** The signature of a key among candidates. */
function verified(candidates: Candidates | undefined, key: PublicKey, { raw, message }: Unsigned): Uint8Array {
  const { signatures = [], publicKeys = [] } = candidates ?? {};
  const valid = signatures.find((each) => isSignatureOf(each, message, key));
  if (valid !== undefined) return valid;
  const other = publicKeys.some((each) => each !== key) && !publicKeys.includes(key);
  if (other) throw mismatch();
  const wrong = otherMessages({ raw, message }).find((each) =>
    signatures.some((signature) => isSignatureOf(signature, each.bytes, key)),
  );
  throw mismatch(
    wrong && `it was made over ${wrong.what}: sign the bytes of \`raw.value\` as they are, without hashing`,
  );
}

/** Verifies a signature as the chain does: strictly, as RFC 8032 says (aptos-labs/aptos-core, aptos-crypto: verify_strict). */
function isSignatureOf(signature: Uint8Array, message: Uint8Array, key: PublicKey): boolean {
  return attempt(() => ed25519.verify(signature, message, bytesOf(key), { zip215: false })) ?? false;
}
