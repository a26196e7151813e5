import { type Problem, problem } from '@isochain/core';

const field = 'transaction.data.nonce';

/** How many transactions of one account a node keeps (aptos-labs/aptos-core, config/src/config/mempool_config.rs: capacity_per_user). */
const largestGap = 100n;

/** @param wished - The sequence number that the client asks for. */
export function nonceProblems(next: bigint, wished: bigint | undefined): Problem[] {
  if (wished === undefined) return [];
  if (wished < next) return [problem('nonce.used', { nonce: wished.toString(), next: next.toString() }, field)];
  if (wished < next + largestGap) return [];
  const reason = `nodes take ${next + largestGap - 1n} at most, because the next sequence number of the account is ${next}`;
  return [problem('wish.invalid', { field, reason }, field)];
}

/** @param wished - The nonce of an orderless transaction that the client asks for. */
export function ownNonceProblems(wished: bigint | undefined): Problem[] {
  if (wished === undefined || wished <= mostNonce) return [];
  return [problem('wish.invalid', { field, reason: 'a nonce has 64 bits' }, field)];
}

const mostNonce = 2n ** 64n - 1n;

/** That the nonce of an orderless transaction was used before. */
export function usedNonce(nonce: bigint): Problem {
  const reason = `a transaction of the account with nonce ${nonce} was carried out, and any other nonce will do`;
  return problem('wish.invalid', { field, reason }, field);
}

/** Nodes keep a transaction that is ahead of its turn until it expires. */
export function nonceWarnings(next: bigint, wished: bigint | undefined): Problem[] {
  if (wished === undefined || wished <= next) return [];
  return [problem('nonce.gap', { nonce: wished.toString(), next: next.toString() }, field)];
}

/** A nonce for a transaction without a sequence number: 64 random bits (AIP-123). */
export function randomNonce(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
}
