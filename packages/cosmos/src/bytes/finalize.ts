import { type SignedTransaction, toBase64, toHex } from '@isochain/core';
import { sha256 } from '@noble/hashes/sha2.js';
import type { NamedChain } from '../chains.ts';
import { aminoDocument, type CosmosPlan, signedTransaction, type Unsigned } from './sign-documents.ts';
import { readSignature } from './signature.ts';

/**
 * Joins a sign document and its signature into the signed transaction.
 *
 * @param unsigned - What `assemble` makes of the plan.
 * @param signature - In any form that `readSignature` knows.
 * @returns `TxRaw` in base64, and its id: SHA-256 in hex, in upper case, whatever hash the keys sign.
 * @throws RefusedError `signature.malformed`, `signature.mismatch` or `signature.otherTransaction`.
 */
export function finalize(
  { chain }: NamedChain,
  plan: CosmosPlan,
  unsigned: Unsigned,
  signature: string,
): SignedTransaction {
  const amino = unsigned.amino ?? aminoDocument(plan, chain.keys);
  const signed = readSignature(signature, { plan, unsigned, amino, keys: chain.keys });
  const transaction = signedTransaction(signed.document, signed.signature);
  return { raw: toBase64(transaction), hash: toHex(sha256(transaction)).toUpperCase() };
}
