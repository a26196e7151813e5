import { nativeAmount, type Problem, problem } from '@isochain/core';
import { type Address, toBase58Address } from '../address/address.ts';
import type { TronContext } from '../context.ts';
import type { Parameters } from '../fees/parameters.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';

const field = 'transaction.data.recipientAddress';

/** Addresses that people burn coins with: 20 zero bytes, and an address that ends with `dead`. Nobody has their keys. */
const burnAddresses: readonly Address[] = [
  '410000000000000000000000000000000000000000',
  '41000000000000000000000000000000000000dead',
];

/** What the sender should know of an address. */
export function recipientWarnings(recipient: Address): Problem[] {
  if (!burnAddresses.includes(recipient)) return [];
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
