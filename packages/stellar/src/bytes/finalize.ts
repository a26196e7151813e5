import { attempt, fromBase64, type SignedTransaction, toHex } from '@isochain/core';
import { malformed, mismatch, otherTransaction, readEd25519 } from '@isochain/core/signatures';
import { xdr } from '@stellar/stellar-sdk/base';
import type { Address } from '../address/account.ts';
import { keyBytes, readPublicKey } from '../address/public-key.ts';
import { otherMessages } from './other-messages.ts';
import type { StellarPlan, Unsigned } from './transaction.ts';
import { isSignatureOf } from './verify.ts';

/** Longer texts are no signatures and no envelope: an envelope has at most 20 signatures, and its transaction one operation. A byte has up to four characters. */
const longestText = 16_384;

/**
 * Joins the transaction and its signature, or its signatures if several keys sign.
 *
 * @param signature - Of `hash.value`: 64 bytes in hex (with or without 0x) or base64, or JSON with `signature`; or the signed envelope (base64 or hex), as wallets
 *   answer it. Several signatures stand with commas between them, in any order.
 * @returns The signed envelope in base64, and the hash of the transaction in hex without 0x.
 * @throws RefusedError `signature.malformed`, `signature.mismatch` or `signature.otherTransaction`.
 */
export function finalize(plan: StellarPlan, unsigned: Unsigned, signature: string): SignedTransaction {
  const proofs = proofsOf(signature, unsigned);
  if (proofs.length === 0) throw malformed('the envelope has no signature');
  const signatures = plan.signers.map((signer) => {
    const proof = proofs.find((each) => isProofOf(each, signer, unsigned));
    return proof && { signer, signature: proof.signature };
  });
  const found = signatures.filter((each) => each !== undefined);
  if (found.length === 0) throw mismatch(hint(plan, unsigned, proofs));
  if (found.length < plan.signers.length) {
    const missing = plan.signers.filter((signer) => !found.some((each) => each.signer === signer));
    throw malformed(`signatures of ${missing.join(' and ')} are missing, and params.signers names all that sign`);
  }
  return { raw: signedEnvelope(unsigned, found), hash: toHex(unsigned.hash) };
}

/** A signature that is not verified yet. */
interface Proof {
  readonly signature: Uint8Array;
  /** The key that made it, if the text names one. Empty if what it names is no key. */
  readonly publicKey?: Address | undefined;
}

function proofsOf(text: string, unsigned: Unsigned): readonly Proof[] {
  const trimmed = text.trim();
  const parts = trimmed.startsWith('{') ? [trimmed] : trimmed.split(',');
  return parts.flatMap((part) => readProofs(part.trim(), unsigned));
}

/** The signatures in one part of the text. */
function readProofs(text: string, unsigned: Unsigned): readonly Proof[] {
  const { signatures, others, publicKey } = readEd25519(text, longestText, [fromBase64]);
  const key = publicKey === undefined ? undefined : readPublicKey(publicKey);
  const named = key === undefined ? {} : { publicKey: key.ok ? key.value : '' };
  if (signatures.length > 0) return signatures.map((signature) => ({ signature, ...named }));
  if (others.length === 0) throw malformed('it is neither hex nor base64, nor JSON with one of these');
  for (const bytes of others) {
    const found = fromEnvelope(bytes, unsigned);
    if (found !== undefined) return found.map((proof) => ({ ...proof, ...named }));
  }
  const lengths = [...new Set(others.map(({ length }) => length))].join(' or ');
  throw malformed(`it has ${lengths} bytes: expected 64, or a signed envelope`);
}

/** The signatures of an envelope. Undefined if the bytes are none. */
function fromEnvelope(bytes: Uint8Array, { envelope }: Unsigned): readonly Proof[] | undefined {
  const read = attempt(() => xdr.TransactionEnvelope.fromXdr(bytes));
  if (read === undefined) return undefined;
  if (read.type !== 'envelopeTypeTx') throw otherTransaction();
  const { tx, signatures } = read.value;
  const bare = xdr.TransactionEnvelope.envelopeTypeTx(new xdr.TransactionV1Envelope({ tx, signatures: [] }));
  if (bare.toXdr('base64') !== envelope) throw otherTransaction();
  return signatures.map(({ signature }) => ({ signature: signature.toBytes() }));
}

function isProofOf({ signature, publicKey }: Proof, signer: Address, { hash }: Unsigned): boolean {
  return (publicKey === undefined || publicKey === signer) && isSignatureOf(signature, hash, signer);
}

/** What went wrong, if the signer signed something else. */
function hint({ signers }: StellarPlan, unsigned: Unsigned, proofs: readonly Proof[]): string | undefined {
  const wrong = otherMessages(unsigned).find(({ bytes }) =>
    proofs.some(({ signature }) => signers.some((signer) => isSignatureOf(signature, bytes, signer))),
  );
  return wrong && `it was made over ${wrong.what}: sign the 32 bytes of \`hash.value\` as they are`;
}

function signedEnvelope(
  { envelope }: Unsigned,
  list: readonly { readonly signer: Address; readonly signature: Uint8Array }[],
): string {
  const unsigned = xdr.TransactionEnvelope.fromXdr(envelope, 'base64');
  const { tx } = unsigned.value as xdr.TransactionV1Envelope;
  const signatures = list.map(
    ({ signer, signature }) =>
      new xdr.DecoratedSignature({
        // The last four bytes of the key (stellar/stellar-xdr, Stellar-transaction.x: DecoratedSignature).
        hint: keyBytes(signer).slice(-4),
        signature,
      }),
  );
  return xdr.TransactionEnvelope.envelopeTypeTx(new xdr.TransactionV1Envelope({ tx, signatures })).toXdr('base64');
}
