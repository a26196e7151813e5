import { type Problem, problem } from '@isochain/core';
import { type Address, isSpecial } from '../address/address.ts';
import { aptType } from '../address/token-id.ts';
import type { AptosContext } from '../context.ts';
import type { Answers } from '../upstream/ask.ts';
import { type AccountFacts, account, balance } from '../upstream/queries/accounts.ts';
import { hasResource } from '../upstream/queries/resources.ts';
import { isTransaction } from '../upstream/queries/transactions.ts';

const field = 'transaction.data.recipientAddress';

/** Questions about a recipient. */
export function recipientQuestions(recipient: Address) {
  return {
    recipient: account(recipient),
    recipientHeld: balance(recipient, aptType),
    recipientIsTransaction: isTransaction(recipient),
    recipientIsObject: hasResource(recipient, '0x1::object::ObjectCore'),
    recipientIsPool: hasResource(recipient, '0x1::delegation_pool::DelegationPool'),
  };
}

type RecipientAnswers = Answers<ReturnType<typeof recipientQuestions>>;

/** What must not happen: what arrives at 0x0, at a delegation pool or at the id of a transaction is lost. */
export function recipientProblems(
  { identity }: Pick<AptosContext, 'identity'>,
  recipient: Address,
  answers: RecipientAnswers,
): Problem[] {
  if (BigInt(recipient) === 0n) return [problem('recipient.zeroAddress', {}, field)];
  if (answers.recipientIsPool) return [problem('recipient.isPool', {}, field)];
  if (!answers.recipientIsTransaction || hasSigned(recipient, answers)) return [];
  const { name: chain } = identity;
  return [problem('address.invalid', { field, chain, reason: 'it is the id of a transaction' }, field)];
}

/**
 * What the sender should know.
 *
 * @param holdsToken - Whether the recipient has the token that is sent. Accounts of Aptos may hold tokens and no APT.
 */
export function recipientWarnings(
  { sender, recipient }: { readonly sender: Address; readonly recipient: Address },
  answers: RecipientAnswers,
  holdsToken = false,
): Problem[] {
  const what = kindOf(recipient, answers);
  if (what !== undefined) return [problem('recipient.isData', { what }, field)];
  const isNew = !hasSigned(recipient, answers) && answers.recipientHeld === 0n && !holdsToken;
  return sender !== recipient && isNew ? [problem('recipient.uninitialized', {}, field)] : [];
}

/** What no person has a key for. Undefined for what may be a wallet. */
function kindOf(recipient: Address, { recipient: account, recipientIsObject }: RecipientAnswers): string | undefined {
  if (isSpecial(recipient)) return 'an address of the chain itself';
  if (recipientIsObject) return 'an object, such as a token or the store of a token';
  // Accounts of programs have no key (aptos-labs/aptos-core, account.move: ZERO_AUTH_KEY).
  return BigInt(account.authenticationKey) === 0n ? 'an account that only a program controls' : undefined;
}

/** Whether an account has sent something, or changed its key. Then somebody has its key for sure. */
function hasSigned(
  address: Address,
  { recipient: { sequenceNumber, authenticationKey } }: { readonly recipient: AccountFacts },
): boolean {
  return sequenceNumber > 0n || authenticationKey !== address;
}
