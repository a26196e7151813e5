import { fromDecimal } from '../bytes/stroops.ts';
import type { Performed } from './envelope.ts';
import { pathAmounts, type Results } from './results.ts';

/**
 * Whether the results of path payments keep to what their senders signed: the most that is paid, or the least that arrives (stellar/stellar-xdr,
 * Stellar-transaction.x: PathPaymentStrictReceiveOp, PathPaymentStrictSendOp). A server could claim any amount otherwise.
 */
export function keepsPathBounds(operations: readonly Performed[], results: Results): boolean {
  return operations.every(({ record }, i) => {
    const amounts = pathAmounts(results.operations[i]);
    if (amounts === undefined) return true;
    if (record?.type === 'pathPaymentStrictReceive')
      return amounts.paid <= (fromDecimal(record.sendMax) ?? 0n) && amounts.got === fromDecimal(record.destAmount);
    return record?.type === 'pathPaymentStrictSend' && amounts.got >= (fromDecimal(record.destMin) ?? 0n);
  });
}
