import { attempt, fromBase64, type SignedTransaction, toHex } from '@isochain/core';
import { malformed, mismatch, otherTransaction, readEd25519, readWalletAnswer } from '@isochain/core/signatures';
import { DecoratedSignature, TransactionEnvelope, TransactionV1Envelope } from '@stellar/stellar-sdk/xdr';
import type { Address } from '../address/address.ts';
import { keyBytes, readPublicKey } from '../address/public-key.ts';
import { otherMessages, otherNetworks } from './other-messages.ts';
import type { StellarPlan, Unsigned } from './transaction.ts';
import { isSignatureOf } from './verify.ts';

/** Longer texts are no signatures and no envelope: an envelope has at most 20 signatures, and its transaction one operation. A byte has up to eleven characters in JSON. */
const longestText = 45_056;

/** Most signatures of a transaction (stellar/stellar-xdr, Stellar-transaction.x: TransactionV1Envelope). It bounds the work too. */
const mostSignatures = 20;

/**
 * Joins the transaction and its signature, or its signatures if several keys sign. Signatures of further keys are left out: the network refuses a transaction that
 * has more than it needs (txBAD_AUTH_EXTRA).
 *
 * @param signature - Of `hash.value`: 64 bytes in hex (with or without 0x) or base64, or JSON with `signature`; or the signed envelope (base64 or hex), as wallets
 *   answer it. Several signatures stand with commas between them, in any order.
 * @returns The signed envelope in base64, and the hash of the transaction in hex without 0x.
 * @throws RefusedError `signature.malformed`, `signature.mismatch` or `signature.otherTransaction`.
 */
export function finalize(plan: StellarPlan, unsigned: Unsigned, signature: string): SignedTransaction {
  const proofs = proofsOf(signature, plan, unsigned);
  if (proofs.length === 0) throw malformed('the envelope has no signature');
  if (proofs.length > mostSignatures)
    throw malformed(`it has ${proofs.length} signatures, and a transaction has at most ${mostSignatures}`);
  const { found, unused } = matched(plan, unsigned, proofs);
  if (found.length < plan.signers.length) {
    const why = hint(plan, unsigned, unused);
    if (found.length === 0) throw mismatch(why);
    const missing = plan.signers.filter((signer) => !found.some((each) => each.signer === signer));
    throw malformed(
      why ?? `signatures of ${missing.join(' and ')} are missing, and params.signers names all keys that sign`,
    );
  }
  return { raw: signedEnvelope(unsigned, found), hash: toHex(unsigned.hash) };
}

/** A signature that is not verified yet. */
interface Proof {
  readonly signature: Uint8Array;
  /** The last four bytes of the key, as an envelope tells them. Nobody relies on them. */
  readonly hint?: Uint8Array | undefined;
  /** The key that made it, if the text names one. Empty if what it names is no key. */
  readonly publicKey?: Address | undefined;
}

/**
 * Names by which wallets hand out the signed envelope: `signedTxXdr` (stellar/stellar-protocol, ecosystem/sep-0043.md), `signedXDR` (stellar_signXDR of
 * WalletConnect), `signed_envelope_xdr` (Albedo and LOBSTR).
 */
const names = ['signedTxXdr', 'signedXDR', 'signed_envelope_xdr'];

function proofsOf(text: string, plan: StellarPlan, unsigned: Unsigned): readonly Proof[] {
  const { text: found, publicKey } = readWalletAnswer(text, { longest: longestText, names, several: true });
  const key = publicKey === undefined ? undefined : readPublicKey(publicKey);
  const named = key === undefined ? {} : { publicKey: key.ok ? key.value : '' };
  return found.split(',').flatMap((part) => readProofs(part.trim(), named, plan, unsigned));
}

/** The signatures in one part of the text. */
function readProofs(
  text: string,
  named: Pick<Proof, 'publicKey'>,
  plan: StellarPlan,
  unsigned: Unsigned,
): readonly Proof[] {
  const { signatures, others } = readEd25519(text, { longest: longestText });
  if (signatures.length > 0) return signatures.map((signature) => ({ signature, ...named }));
  if (others.length === 0) throw malformed('it is neither hex nor base64, nor JSON with one of these');
  for (const bytes of others) {
    const found = fromDecorated(bytes) ?? fromEnvelope(bytes, plan, unsigned);
    if (found !== undefined) return found.map((proof) => ({ ...proof, ...named }));
  }
  const lengths = [...new Set(others.map(({ length }) => length))].join(' or ');
  throw malformed(`it has ${lengths} bytes: expected 64, or a signed envelope`);
}

/** Bytes of a signature with the end of its key (Stellar-transaction.x: DecoratedSignature): 4, the length in 4, and 64. */
const decoratedLength = 72;

/** A signature as an envelope holds it, alone. Undefined if the bytes are none. */
function fromDecorated(bytes: Uint8Array): readonly Proof[] | undefined {
  if (bytes.length !== decoratedLength) return undefined;
  const read = attempt(() => DecoratedSignature.fromXdr(bytes));
  return read && [{ hint: read.hint.toBytes(), signature: read.signature.toBytes() }];
}

/** The signatures of an envelope. Undefined if the bytes are none. */
function fromEnvelope(bytes: Uint8Array, plan: StellarPlan, { envelope }: Unsigned): readonly Proof[] | undefined {
  const read = attempt(() => TransactionEnvelope.fromXdr(asVersion1(bytes)));
  if (read === undefined) return undefined;
  if (read.type === 'envelopeTypeTxFeeBump')
    throw malformed('it is a fee bump, which is another transaction: send the signed transaction inside of it');
  if (read.type !== 'envelopeTypeTx') throw otherTransaction();
  const { tx, signatures } = read.value;
  const bare = TransactionEnvelope.envelopeTypeTx(new TransactionV1Envelope({ tx, signatures: [] }));
  const value = bare.toXdr('base64');
  const proofs = signatures.map(({ hint: end, signature }) => ({
    hint: end.toBytes(),
    signature: signature.toBytes(),
  }));
  if (value !== envelope) throw otherTransaction({ format: 'XDR', value }, elsewhere(value, plan, proofs));
  return proofs;
}

/** The network for which another transaction was signed, as the first of its signatures tells it. */
function elsewhere(
  envelope: string,
  { signers, passphrase }: StellarPlan,
  [proof]: readonly Proof[],
): string | undefined {
  if (proof === undefined) return undefined;
  // What is signed has no signatures: an envelope without any ends in their number, which has four bytes.
  const signed = (fromBase64(envelope) ?? new Uint8Array()).slice(0, -4);
  const wrong = otherNetworks(signed, passphrase).find(({ bytes }) =>
    signers.slice(0, mostHinted).some((signer) => isSignatureOf(proof.signature, bytes, signer)),
  );
  return wrong && `it was made ${wrong.how}`;
}

/**
 * Some wallets answer envelopes of version 0, whose hashes and signatures are the same (stellar/stellar-protocol, core/cap-0015.md). What differs is the type of
 * the envelope, which is 0 in place of 2, and that the source has no type, which is 0 for an account.
 */
function asVersion1(bytes: Uint8Array): Uint8Array {
  const isVersion0 = bytes.length > 4 && bytes.subarray(0, 4).every((byte) => byte === 0);
  return isVersion0 ? Uint8Array.from([0, 0, 0, 2, 0, 0, 0, 0, ...bytes.subarray(4)]) : bytes;
}

interface Match {
  readonly signer: Address;
  readonly proof: Proof;
}

/** Checks that may fail. Each takes a millisecond or two, and twenty signatures of twenty keys would take four hundred. Ten keys get by in any order. */
const mostMisses = 60;

/** Finds the signature of each signer. The likely ones come first, and a signature that was found is not tried again. */
function matched(
  { signers }: StellarPlan,
  unsigned: Unsigned,
  proofs: readonly Proof[],
): { readonly found: readonly Match[]; readonly unused: readonly Proof[] } {
  const found: Match[] = [];
  let unused = proofs;
  let misses = 0;
  for (const signer of signers) {
    const end = hintOf(signer);
    const isLikely = (proof: Proof) => proof.hint !== undefined && toHex(proof.hint) === toHex(end);
    const ordered = [...unused.filter(isLikely), ...unused.filter((proof) => !isLikely(proof))];
    const proof = ordered.find((each) => {
      if (isProofOf(each, signer, unsigned)) return true;
      misses += 1;
      if (misses > mostMisses) throw malformed('put so many signatures in the order of params.signers');
      return false;
    });
    if (proof === undefined) continue;
    found.push({ signer, proof });
    unused = unused.filter((each) => each !== proof);
  }
  return { found, unused };
}

/** The last four bytes of a key (stellar/stellar-xdr, Stellar-transaction.x: DecoratedSignature). */
function hintOf(signer: Address): Uint8Array {
  return keyBytes(signer).slice(-4);
}

function isProofOf({ signature, publicKey }: Proof, signer: Address, { hash }: Unsigned): boolean {
  return (publicKey === undefined || publicKey === signer) && isSignatureOf(signature, hash, signer);
}

/** Signers that are tried with other messages. Further ones would take seconds. */
const mostHinted = 4;

/** What the signer signed instead, as the first of the signatures tells it. */
function hint({ signers, passphrase }: StellarPlan, unsigned: Unsigned, [proof]: readonly Proof[]): string | undefined {
  if (proof === undefined) return undefined;
  const wrong = otherMessages(unsigned, passphrase).find(({ bytes }) =>
    signers.slice(0, mostHinted).some((signer) => isSignatureOf(proof.signature, bytes, signer)),
  );
  return wrong && `it was made ${wrong.how}: sign the 32 bytes of \`hash.value\` as they are`;
}

function signedEnvelope({ envelope }: Unsigned, list: readonly Match[]): string {
  const unsigned = TransactionEnvelope.fromXdr(envelope, 'base64');
  const { tx } = unsigned.value as TransactionV1Envelope;
  const signatures = list.map(
    ({ signer, proof: { signature } }) => new DecoratedSignature({ hint: hintOf(signer), signature }),
  );
  return TransactionEnvelope.envelopeTypeTx(new TransactionV1Envelope({ tx, signatures })).toXdr('base64');
}
