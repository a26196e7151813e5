import { nativeAmount, type Problem, problem } from '@isochain/core';
import { type Address, toBase58Address } from '../address/address.ts';
import type { TronContext } from '../context.ts';
import type { Parameters } from '../fees/parameters.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';

const field = 'transaction.data.recipientAddress';

/** 20 zero bytes. Contracts show it where nobody sent or got something. Nobody has its key. */
const zeroAddress: Address = '410000000000000000000000000000000000000000';
/** An address that people burn coins with, on purpose. Nobody has its key. */
const burnAddress: Address = '41000000000000000000000000000000000000dead';

/** Problems that the recipient's address alone shows. */
export function recipientProblems(recipient: Address): Problem[] {
  return recipient === zeroAddress ? [problem('recipient.zeroAddress', {}, field)] : [];
}

/** What the sender should know of an address. */
export function recipientWarnings(recipient: Address): Problem[] {
  if (recipient !== burnAddress) return [];
  const what = 'a burn address: what is sent there is lost';
  return [problem('recipient.bridge', { recipient: toBase58Address(recipient), what }, field)];
}

/** A recipient that does not exist yet costs the sender an activation. */
export function activationWarnings(context: TronContext, { activation }: Parameters): Problem[] {
  return [problem('recipient.activated', { fee: nativeAmount(context, activation) }, field)];
}

/** Many contracts cannot move on the tokens that they get. */
export function tokenRecipientWarnings(recipient: Address, account: AccountFacts | undefined): Problem[] {
  if (account?.isContract !== true) return recipientWarnings(recipient);
  return [...recipientWarnings(recipient), problem('recipient.isData', { what: 'a contract' }, field)];
}
