import { type CompletedData, type EncodedItem, refuse, type SignedTransaction } from '@isochain/core';
import { keccak256, serializeTransaction } from 'viem/utils';
import type { Hex } from './address.ts';
import { toMovement, toUnsigned } from './assemble.ts';
import type { EvmContext } from './chains.ts';
import { readTerms } from './params.ts';
import { matchSignature, readSignature } from './signature.ts';

/**
 * Joins data and signature into the signed transaction.
 *
 * @param encoded - What `assemble` makes of `data`.
 * @param signature - In any form that `readSignature` knows.
 * @returns The signed transaction as RLP with 0x, and its keccak256.
 * @throws RefusedError `signature.malformed`, `signature.mismatch` or `signature.otherTransaction`.
 */
export function finalize(
  context: EvmContext,
  data: CompletedData,
  encoded: readonly EncodedItem[],
  signature: string,
): SignedTransaction {
  const unsigned = encoded.find((item) => item.raw?.format === 'RLP')?.raw?.value as Hex | undefined;
  if (unsigned === undefined || !('senderAddress' in data)) throw refuse('encoded.mismatch', {}, 'transaction.encoded');
  const loose = readSignature(signature, unsigned);
  const { r, s, yParity } = matchSignature(loose, unsigned, data.senderAddress, context.chain.id);
  const transaction = toUnsigned(context, toMovement(data), readTerms(data));
  const raw =
    transaction.type === 'legacy'
      ? // EIP-155
        serializeTransaction(transaction, { r, s, v: 35n + 2n * BigInt(context.chain.id) + BigInt(yParity) })
      : serializeTransaction(transaction, { r, s, yParity });
  return { raw, hash: keccak256(raw) };
}
