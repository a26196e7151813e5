import {
  type CompletedData,
  type EncodedItem,
  fromHex,
  refuse,
  type SignedTransaction,
  toBase64,
} from '@isochain/core';
import { toBase58 } from '@isochain/core/bytes';
import { encodeTransaction } from './message.ts';
import { readSignature } from './signature.ts';

/**
 * Joins data and signature into the signed transaction.
 *
 * @param encoded - What `assemble` makes of `data`.
 * @param signature - In any form that `readSignature` knows.
 * @returns The signed transaction in base64, and its id: the signature in base58. Its message is the one in `encoded`, or the same with
 *   accounts in another order, if that is what was signed.
 * @throws RefusedError `signature.malformed`, `signature.mismatch` or `signature.otherTransaction`.
 */
export function finalize(data: CompletedData, encoded: readonly EncodedItem[], signature: string): SignedTransaction {
  const message = fromHex(encoded.find((item) => item.raw?.format === 'BORSH')?.raw?.value ?? '');
  if (message === undefined || message.length === 0 || !('senderAddress' in data)) {
    throw refuse('encoded.mismatch', {}, 'transaction.encoded');
  }
  const signed = readSignature(signature, message, data.senderAddress);
  const transaction = encodeTransaction({ signatures: [signed.signature], message: signed.message });
  return { raw: toBase64(transaction), hash: toBase58(signed.signature) };
}
