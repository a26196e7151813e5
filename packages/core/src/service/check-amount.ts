import { explainAmount, parseAmount } from '../amounts.ts';
import { type Problem, problem } from '../problem.ts';
import type { Mode } from '../schema/modes.ts';
import type { TransactionData } from '../schema/transaction-data.ts';

/** Modes that need `amount` or `useMaxAmount`. `withdraw` needs neither: then it withdraws everything that is unlocked. */
const modesWithAmount = ['transfer', 'transferToken', 'stake', 'unstake'] as const satisfies readonly Mode[];

export type ModeWithAmount = (typeof modesWithAmount)[number];

const needsAmount: ReadonlySet<string> = new Set(modesWithAmount);

/**
 * The rules for amounts that hold on every chain: `amount` or `useMaxAmount`, not both; a canonical decimal number above 0.
 *
 * @returns Smallest unit. `undefined` if there is no amount, or if it is wrong.
 */
export function checkAmount(data: TransactionData, problems: Problem[]): bigint | 'max' | undefined {
  const field = 'transaction.data.amount';
  const text = 'amount' in data ? data.amount : undefined;
  const max = 'useMaxAmount' in data && data.useMaxAmount === true;
  if (max && text !== undefined) problems.push(problem('amount.ambiguous', {}, field));
  if (max) return 'max';
  if (text === undefined) {
    if (needsAmount.has(data.mode)) problems.push(problem('amount.missing', {}, field));
    return undefined;
  }
  const amount = parseAmount(text);
  if (amount === undefined) problems.push(problem('amount.invalid', { field, reason: explainAmount(text) }, field));
  if (amount === 0n) problems.push(problem('amount.invalid', { field, reason: noneOf(data) }, field));
  return amount;
}

/** Who names a nonce with an amount of 0 usually wants to cancel a transaction. */
function noneOf(data: TransactionData): string {
  const isCancelling = data.mode === 'transfer' && data.nonce !== undefined;
  const advice =
    '. To cancel a transaction that waits, send an amount of 1 to the sender, with its nonce and a higher fee';
  return `it must be more than 0${isCancelling ? advice : ''}`;
}
