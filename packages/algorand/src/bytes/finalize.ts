import { attempt, type SignedTransaction, toHex } from '@isochain/core';
import { malformed, mismatch, otherTransaction, readEd25519 } from '@isochain/core/signatures';
import { decodeSignedTransaction, encodeMsgpack, Address as SdkAddress, SignedTransaction as SdkSigned } from 'algosdk';
import { readPublicKey } from '../address/public-key.ts';
import { buildTransaction } from './build.ts';
import { otherMessages } from './other-messages.ts';
import type { AlgorandPlan, Unsigned } from './transaction.ts';
import { isSignatureOf } from './verify.ts';

/** Longer texts are no signatures and no signed transactions: a note has at most 1024 bytes, and a byte up to four characters. */
const longestText = 16_384;

/**
 * Joins the transaction and its signature.
 *
 * @param signature - Of `hash.value`: 64 bytes in hex (with or without 0x) or base64, or JSON with `signature`; or the signed transaction in msgpack (hex or base64),
 *   as wallets answer it.
 * @returns The signed transaction in hex, and its id.
 * @throws RefusedError `signature.malformed`, `signature.mismatch` or `signature.otherTransaction`.
 */
export function finalize(plan: AlgorandPlan, unsigned: Unsigned, signature: string): SignedTransaction {
  const { signatures, publicKey } = readProofs(signature, plan, unsigned);
  if (publicKey !== undefined) {
    const key = readPublicKey(publicKey);
    if (!key.ok || key.value !== plan.signer)
      throw mismatch(`the signature names another key than that of ${plan.signer}`);
  }
  const found = signatures.find((each) => isSignatureOf(each, unsigned.message, plan.signer));
  if (found === undefined) throw mismatch(hint(plan, unsigned, signatures));
  return { raw: toHex(signedBytes(plan, found)), hash: unsigned.txId };
}

interface Proofs {
  readonly signatures: readonly Uint8Array[];
  readonly publicKey?: string | undefined;
}

function readProofs(text: string, plan: AlgorandPlan, unsigned: Unsigned): Proofs {
  const { signatures, others, publicKey } = readEd25519(text, longestText);
  if (signatures.length > 0) return { signatures, publicKey };
  if (others.length === 0) throw malformed('it is neither hex nor base64, nor JSON with one of these');
  for (const bytes of others) {
    const found = fromSigned(bytes, plan, unsigned);
    if (found !== undefined) return { signatures: [found], publicKey };
  }
  const lengths = [...new Set(others.map(({ length }) => length))].join(' or ');
  throw malformed(`it has ${lengths} bytes: expected 64, or a signed transaction`);
}

/** The signature of a signed transaction. Undefined if the bytes are none. */
function fromSigned(bytes: Uint8Array, { sender, signer }: AlgorandPlan, unsigned: Unsigned): Uint8Array | undefined {
  const signed = attempt(() => decodeSignedTransaction(bytes));
  if (signed === undefined) return undefined;
  if (toHex(signed.txn.toByte()) !== toHex(unsigned.bytes)) throw otherTransaction();
  if (signed.msig !== undefined) throw malformed('it has several signatures: one of the key of the account is needed');
  if (signed.lsig !== undefined)
    throw malformed('a program signed it: a signature of the key of the account is needed');
  if (signed.pqsig !== undefined) throw malformed('it has a post-quantum signature: one of ed25519 is needed');
  if (signed.sig === undefined) throw malformed('the transaction in it is not signed');
  const authorizer = signed.sgnr?.toString();
  if ((authorizer ?? sender) !== signer)
    throw mismatch(`it is signed for ${authorizer ?? sender}, and the account is rekeyed to ${signer}`);
  return signed.sig;
}

/** What the signer signed instead. */
function hint({ signer }: AlgorandPlan, unsigned: Unsigned, signatures: readonly Uint8Array[]): string | undefined {
  const wrong = otherMessages(unsigned).find(({ bytes }) =>
    signatures.some((signature) => isSignatureOf(signature, bytes, signer)),
  );
  return wrong && `it was made ${wrong.how}: sign the bytes of \`hash.value\` as they are`;
}

function signedBytes(plan: AlgorandPlan, sig: Uint8Array): Uint8Array {
  const isRekeyed = plan.signer !== plan.sender;
  // The chain refuses an authorizing address that is the sender.
  const authorizer = isRekeyed ? { sgnr: SdkAddress.fromString(plan.signer) } : {};
  return encodeMsgpack(new SdkSigned({ txn: buildTransaction(plan), sig, ...authorizer }));
}
