import { parseAmount } from '../amounts.ts';
import type { ChainAdapter } from '../family.ts';
import { type Problem, problem } from '../problem.ts';
import type { TransactionData } from '../schema/transaction-data.ts';

/**
 * The warnings that the wire contract asks of every chain, and the one for a memo that the chain cannot carry.
 *
 * @param data - As it was completed.
 * @param isToSelf - Whether the recipient is the sender.
 */
export function standardWarnings(adapter: ChainAdapter, data: TransactionData, isToSelf: boolean): Problem[] {
  const warnings: Problem[] = [];
  if (isToSelf) warnings.push(problem('recipient.isSender', {}, 'transaction.data.recipientAddress'));
  if (isFeeHigh(data)) warnings.push(problem('fee.high', {}, 'transaction.data.fees'));
  if (data.memo !== undefined && !adapter.memo) {
    warnings.push(problem('memo.ignored', { chain: adapter.identity.name }, 'transaction.data.memo'));
  }
  return warnings;
}

/** Only where fees and amount are in the same asset: the native coin. */
function isFeeHigh(data: TransactionData): boolean {
  if (data.mode !== 'transfer' && data.mode !== 'stake') return false;
  const fees = parseAmount(data.fees ?? '');
  const amount = parseAmount(data.amount ?? '');
  return fees !== undefined && amount !== undefined && fees * 10n > amount;
}
