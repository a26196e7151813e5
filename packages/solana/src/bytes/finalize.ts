import { type SignedTransaction, toBase64 } from '@isochain/core';
import { toBase58 } from '@isochain/core/bytes';
import type { SolanaPlan } from './assemble.ts';
import { encodeTransaction } from './message.ts';
import { readSignature } from './signature.ts';

/**
 * Joins a message and its signature into the signed transaction.
 *
 * @param unsigned - What `assemble` makes of the plan.
 * @param signature - In any form that `readSignature` knows.
 * @returns The signed transaction in base64, and its id: the signature in base58. Its message is `unsigned`, or the same with accounts in another
 * order, if that was signed.
 * @throws RefusedError `signature.malformed`, `signature.mismatch` or `signature.otherTransaction`.
 */
export function finalize({ payer }: SolanaPlan, unsigned: Uint8Array, signature: string): SignedTransaction {
  const signed = readSignature(signature, unsigned, payer);
  const transaction = encodeTransaction({ signatures: [signed.signature], message: signed.message });
  return { raw: toBase64(transaction), hash: toBase58(signed.signature) };
}
