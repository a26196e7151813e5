import { attempt, type SignedTransaction, toHex } from '@isochain/core';
import { malformed, mismatch, otherTransaction, readWalletAnswer, spellings } from '@isochain/core/signatures';
import { decodeSignedTransaction, encodeMsgpack, Address as SdkAddress, SignedTransaction as SdkSigned } from 'algosdk';
import type { Address } from '../address/address.ts';
import { readPublicKey } from '../address/public-key.ts';
import { buildTransaction } from './build.ts';
import { otherMessages } from './other-messages.ts';
import type { AlgorandPlan, Unsigned } from './transaction.ts';
import { isSignatureOf } from './verify.ts';

/**
 * Longer texts are no answers. A signed transaction has at most 1,500 bytes: a note of 1,024 and less than 500 around it. JSON writes a byte with up to eleven
 * characters.
 */
const longestText = 20_000;

/**
 * Names that signers give to what they signed. ARC-0027 (Kibisis, Pera's extension): `stxns`. AlgoSigner and MyAlgo: `blob`. The node's own wallet (kmd):
 * `signed_transaction`.
 */
const names = [
  ...['stxn', 'stxns', 'blob', 'signed_transaction'],
  ...['signedTxn', 'signedTxns', 'signedTransaction', 'signedTransactions'],
];

/** Bytes of a signature of ed25519 (RFC 8032, section 5.1.6). */
const signatureLength = 64;

/**
 * Joins the transaction and its signature. What comes out is made from the plan: of what the signer answered, only the 64 bytes of the signature are in it.
 *
 * @param signature - Of `hash.value`: 64 bytes, or the whole signed transaction in msgpack, as wallets answer it. Hex, base64, or the JSON of wallets (`readWalletAnswer`).
 * @returns The signed transaction in hex, and its id.
 * @throws RefusedError `signature.malformed`, `signature.mismatch` or `signature.otherTransaction`.
 */
export function finalize(plan: AlgorandPlan, unsigned: Unsigned, signature: string): SignedTransaction {
  const { text, publicKey } = readWalletAnswer(signature, { longest: longestText, names });
  const readings = spellings(text);
  if (readings.length === 0) throw malformed('it is neither hex nor base64, nor JSON with one of these');
  const signatures = readings.filter(({ length }) => length === signatureLength);
  const candidates = signatures.length > 0 ? signatures : [fromWallet(readings, plan, unsigned)];
  if (publicKey !== undefined) {
    const key = readPublicKey(publicKey);
    if (!key.ok || key.value !== plan.signer)
      throw mismatch(`the signature names another key than that of ${plan.signer}`);
  }
  const found = candidates.find((each) => isSignatureOf(each, unsigned.message, plan.signer));
  if (found === undefined) throw mismatch(hint(plan, unsigned, candidates));
  // The chain refuses an authorizing address that is the sender (go-algorand, data/transactions/verify/txn.go).
  const authorizer = plan.signer === plan.sender ? undefined : plan.signer;
  return { raw: toHex(signedBytes(plan, found, authorizer)), hash: unsigned.txId };
}

/** The signature in a signed transaction. */
function fromWallet(readings: readonly Uint8Array[], plan: AlgorandPlan, unsigned: Unsigned): Uint8Array {
  for (const bytes of readings) {
    const found = fromSigned(bytes, plan, unsigned);
    if (found !== undefined) return found;
  }
  const texts = readings.map(toHex);
  const own = toHex(unsigned.bytes);
  if (texts.some((hex) => hex === own || hex === toHex(unsigned.message)))
    throw malformed('it is the transaction without a signature');
  if (texts.some((hex) => hex.includes(own)))
    throw malformed('it has more than one signed transaction in canonical msgpack');
  const lengths = [...new Set(readings.map(({ length }) => length))].join(' or ');
  throw malformed(`it has ${lengths} bytes: expected ${signatureLength}, or a signed transaction`);
}

/** The signature of a signed transaction. Undefined if the bytes are none. */
function fromSigned(bytes: Uint8Array, plan: AlgorandPlan, unsigned: Unsigned): Uint8Array | undefined {
  const signed = attempt(() => decodeSignedTransaction(bytes));
  if (signed === undefined) return undefined;
  const bare = toHex(signed.txn.toByte());
  if (bare !== toHex(unsigned.bytes)) throw otherTransaction({ format: 'MSGPACK', value: bare });
  if (signed.msig !== undefined) throw malformed('it has several signatures: one of the key of the account is needed');
  if (signed.lsig !== undefined)
    throw malformed('a program signed it: a signature of the key of the account is needed');
  if (signed.pqsig !== undefined) throw malformed('it has a post-quantum signature: one of ed25519 is needed');
  if (signed.sig === undefined) throw malformed('the transaction in it is not signed');
  const authorizer = signed.sgnr?.toString();
  // What the library left out in reading, the wallet may have shown to its user.
  if (toHex(signedBytes(plan, signed.sig, authorizer)) !== toHex(bytes))
    throw malformed('it is not in the canonical msgpack of the chain');
  // Some wallets leave the signer out. The signature tells who it was.
  if (authorizer !== undefined && authorizer !== plan.signer)
    throw mismatch(`it names ${authorizer} as the key that signed: expected ${plan.signer}`);
  return signed.sig;
}

/** What the signer signed instead, or who signed. */
function hint(plan: AlgorandPlan, unsigned: Unsigned, signatures: readonly Uint8Array[]): string | undefined {
  const { sender, signer } = plan;
  const isSigned = (message: Uint8Array, by: Address) => signatures.some((each) => isSignatureOf(each, message, by));
  if (sender !== signer && isSigned(unsigned.message, sender))
    return `the key of ${sender} made it, and the account is rekeyed to ${signer}`;
  const wrong = otherMessages(unsigned).find(({ bytes }) => isSigned(bytes, signer));
  return wrong && `it was made ${wrong.how}: sign the bytes of \`hash.value\` as they are`;
}

/** @param authorizer - Undefined if it is left out. */
function signedBytes(plan: AlgorandPlan, sig: Uint8Array, authorizer: Address | undefined): Uint8Array {
  return encodeMsgpack(
    new SdkSigned({
      txn: buildTransaction(plan),
      sig,
      ...(authorizer === undefined ? {} : { sgnr: SdkAddress.fromString(authorizer) }),
    }),
  );
}
