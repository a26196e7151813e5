import type { TransactionRow, TransferRow } from '../../upstream/explorers/rows.ts';

/**
 * Whether a token transfer is spam. Either the explorer calls the token a scam, or somebody else moved an amount of 0 ("address poisoning"): an address
 * in it looks like one that the account uses, and he hopes that it is copied from the history.
 *
 * @param account - In lower case.
 * @param transaction - Undefined if neither the account sent it nor was it sent to the account.
 */
export function isSpam(transfer: TransferRow, account: string, transaction: TransactionRow | undefined): boolean {
  return transfer.isScam || (transfer.amount === 0n && transaction?.from.toLowerCase() !== account);
}
