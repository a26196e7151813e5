import { type Problem, problem } from '@isochain/core';
import { type Address, isSpecial } from '../address/address.ts';
import { aptType } from '../address/token-id.ts';
import type { Answers } from '../upstream/ask.ts';
import { type AccountFacts, account, balance } from '../upstream/queries/accounts.ts';
import { isTransaction } from '../upstream/queries/transactions.ts';

const field = 'transaction.data.recipientAddress';

/** Questions about a recipient. */
export function recipientQuestions(recipient: Address) {
  return {
    recipient: account(recipient),
    recipientHeld: balance(recipient, aptType),
    recipientIsTransaction: isTransaction(recipient),
  };
}

/** What must not happen: coins at 0x0 or at the id of a transaction belong to nobody. */
export function recipientProblems(
  recipient: Address,
  answers: Answers<ReturnType<typeof recipientQuestions>>,
): Problem[] {
  if (BigInt(recipient) === 0n) return [problem('recipient.zeroAddress', {}, field)];
  if (!isNew(recipient, answers) || !answers.recipientIsTransaction) return [];
  return [problem('address.invalid', { field, chain: 'Aptos', reason: 'it is the id of a transaction' }, field)];
}

/** What the sender should know. */
export function recipientWarnings(
  { sender, recipient }: { readonly sender: Address; readonly recipient: Address },
  answers: Answers<ReturnType<typeof recipientQuestions>>,
): Problem[] {
  if (isSpecial(recipient)) return [problem('recipient.isData', { what: 'an address of the chain itself' }, field)];
  // The account may have begun to exist without APT.
  return sender !== recipient && isNew(recipient, answers) ? [problem('recipient.uninitialized', {}, field)] : [];
}

function isNew(
  address: Address,
  {
    recipient: { sequenceNumber, authenticationKey },
    recipientHeld,
  }: { readonly recipient: AccountFacts; readonly recipientHeld: bigint },
): boolean {
  return sequenceNumber === 0n && authenticationKey === address && recipientHeld === 0n;
}
