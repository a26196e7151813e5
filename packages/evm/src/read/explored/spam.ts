import type { TransactionRow, TransferRow } from '../../upstream/explorers/rows.ts';

/**
 * Whether a token transfer is spam. Either the explorer calls the token a scam, or somebody else moved an amount of 0 in the account's name ("address
 * poisoning"): his address looks like one that the account uses, and he hopes that it is copied from the history.
 *
 * @param account - In lower case.
 * @param transaction - Undefined if neither the account sent it nor was it sent to the account.
 */
export function isSpam(transfer: TransferRow, account: string, transaction: TransactionRow | undefined): boolean {
  if (transfer.isScam) return true;
  const isOwn = transaction?.from.toLowerCase() === account;
  return transfer.amount === 0n && transfer.from.toLowerCase() === account && !isOwn;
}
