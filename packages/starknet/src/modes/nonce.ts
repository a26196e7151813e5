import { type Problem, problem } from '@isochain/core';

const field = 'transaction.data.nonce';

/** How far ahead of the account a nonce may be (starkware-libs/sequencer, gateway_config.json: max_allowed_nonce_gap). */
const largestGap = 200n;

/** @param wished - The nonce that the client asks for. */
export function nonceProblems(next: bigint, wished: bigint | undefined): Problem[] {
  if (wished === undefined) return [];
  if (wished < next) return [problem('nonce.used', { nonce: wished.toString(), next: next.toString() }, field)];
  if (wished <= next + largestGap) return [];
  const reason = `nodes take ${next + largestGap} at most, because the next nonce of the account is ${next}`;
  return [problem('wish.invalid', { field, reason }, field)];
}

/** A transaction that waits too long is forgotten: after five minutes (starkware-libs/sequencer, transaction_ttl). */
export function nonceWarnings(next: bigint, wished: bigint | undefined): Problem[] {
  if (wished === undefined || wished <= next) return [];
  return [problem('nonce.gap', { nonce: wished.toString(), next: next.toString() }, field)];
}
