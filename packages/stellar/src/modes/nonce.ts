import { type Problem, problem } from '@isochain/core';
import { maxAmount } from '../bytes/stroops.ts';

const field = 'transaction.data.nonce';

/** @param wished - The sequence number that the client asks for. */
export function nonceProblems(next: bigint, wished: bigint | undefined): Problem[] {
  // Sequence numbers have 63 bits. The chain takes nothing after the last one (stellar/stellar-core, src/transactions/TransactionFrame.cpp: isBadSeq).
  if (next > maxAmount)
    return [
      problem('sender.notWallet', { reason: 'its sequence number is at its end' }, 'transaction.data.senderAddress'),
    ];
  if (wished === undefined) return [];
  if (wished > maxAmount) return [problem('wish.invalid', { field, reason: 'a sequence number has 63 bits' }, field)];
  return wished < next ? [problem('nonce.used', { nonce: wished.toString(), next: next.toString() }, field)] : [];
}

/** A sequence number that is ahead of its turn. Nodes do not keep such a transaction (TransactionFrame.cpp: isBadSeq; preconditions could allow it). */
export function nonceWarnings(next: bigint, wished: bigint | undefined): Problem[] {
  if (wished === undefined || wished <= next || wished > maxAmount) return [];
  return [problem('nonce.early', { nonce: wished.toString(), next: next.toString() }, field)];
}
