import { type Problem, problem } from '@isochain/core';
import type { Address } from '../address/address.ts';

/** @param token - The contract of what is sent. It keeps what it gets. */
export function recipientProblems(recipient: Address, token: Address): Problem[] {
  return recipient === token ? [problem('recipient.isToken', {}, 'transaction.data.recipientAddress')] : [];
}
