import { type Problem, problem } from '@isochain/core';
import { maxAmount } from '../bytes/stroops.ts';

const field = 'transaction.data.nonce';

/** @param wished - The sequence number that the client asks for. */
export function nonceProblems(next: bigint, wished: bigint | undefined): Problem[] {
  if (wished === undefined) return [];
  if (wished > maxAmount) return [problem('wish.invalid', { field, reason: 'a sequence number has 63 bits' }, field)];
  return wished < next ? [problem('nonce.used', { nonce: wished.toString(), next: next.toString() }, field)] : [];
}

/** A sequence number that is ahead of its turn. */
export function nonceWarnings(next: bigint, wished: bigint | undefined): Problem[] {
  if (wished === undefined || wished <= next) return [];
  return [problem('nonce.gap', { nonce: wished.toString(), next: next.toString() }, field)];
}
