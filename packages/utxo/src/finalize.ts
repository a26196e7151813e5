import type { CompletedData, EncodedItem, SignedTransaction } from '@isochain/core';
import type { UtxoContext } from './chains.ts';
import { planOf } from './plan-of.ts';
import { finalizePlan } from './transaction/finalize-plan.ts';

/**
 * Joins data and signature into the signed transaction.
 *
 * @param _encoded - What `assemble` makes of `data`: nothing is taken from it that does not follow from `data`.
 * @param signature - In any form that `readSignatures` knows.
 * @returns The signed transaction in hex, and its id.
 * @throws RefusedError a `signature.*` code; `data.altered`; `broadcast.tooLarge`.
 */
export function finalize(
  context: UtxoContext,
  data: CompletedData,
  _encoded: readonly EncodedItem[],
  signature: string,
): SignedTransaction {
  // Of an extended key, the sender's key is none of those that sign: then it counts for nothing.
  const publicKey = 'senderPubKey' in data ? data.senderPubKey : undefined;
  return finalizePlan(planOf(context, data), signature, { publicKey });
}
