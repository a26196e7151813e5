import type { TransactionRow, TransferRow } from '../../upstream/explorers/rows.ts';

/**
 * Whether a transfer of tokens is only there to be seen: of a token that the explorer calls a scam, or of nothing at all in the name of the account
 * by somebody else, who hopes that his address, which looks like one of ours, is copied from the history ("address poisoning").
 *
 * @param account - In lower case.
 * @param transaction - Undefined if neither the account sent it nor was it sent to the account.
 */
export function isSpam(transfer: TransferRow, account: string, transaction: TransactionRow | undefined): boolean {
  if (transfer.isScam) return true;
  const isOwn = transaction?.from.toLowerCase() === account;
  return transfer.amount === 0n && transfer.from.toLowerCase() === account && !isOwn;
}
