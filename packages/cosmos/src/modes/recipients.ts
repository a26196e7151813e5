import { type Problem, problem } from '@isochain/core';
import type { AccountFacts } from '../upstream/lcd/account.ts';

/** Nodes refuse some accounts of modules as recipients, but not all: what is sent to the others is lost (cosmos-sdk x/gov, whose account many chains leave open). */
export function recipientProblems(recipient: AccountFacts | undefined): Problem[] {
  if (recipient?.isModule !== true) return [];
  const context = { recipient: recipient.address, what: 'an account of a module of the chain' };
  return [problem('recipient.keepsCoins', context, 'transaction.data.recipientAddress')];
}
