import { type Problem, problem } from '@isochain/core';
import { type Address, addressBytes } from '../address/address.ts';
import type { AccountFacts } from '../upstream/lcd/account.ts';

const field = 'transaction.data.recipientAddress';

/** Nodes refuse only some module accounts as recipients. Coins sent to the others are lost (cosmos-sdk x/gov: many chains leave its account open). */
export function recipientProblems(recipient: AccountFacts | undefined): Problem[] {
  if (recipient?.isModule !== true) return [];
  const context = { recipient: recipient.address, what: 'an account of a module of the chain' };
  return [problem('recipient.keepsCoins', context, field)];
}

/** Only addresses of 20 bytes come from keys. On chains with an EVM its contracts have such addresses too. */
export function recipientWarnings(recipient: Address, account: AccountFacts | undefined): Problem[] {
  if (account?.isContract === true) return [problem('recipient.isContract', {}, field)];
  if (addressBytes(recipient).length === 20) return [];
  const what = 'an address that no key has: of a contract, or of an account that another chain controls';
  return [problem('recipient.isData', { what }, field)];
}
