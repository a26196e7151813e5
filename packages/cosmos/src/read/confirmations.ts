import type { ParsedTransaction } from '@isochain/core';

/**
 * Adds the number of blocks from a transaction's own to the latest, if the node said which that is.
 *
 * @param head - The latest block that is known.
 */
export function withConfirmations(
  parsed: ParsedTransaction,
  height: bigint,
  head: bigint | undefined,
): ParsedTransaction {
  return head === undefined || head < height ? parsed : { ...parsed, confirmations: (head - height + 1n).toString() };
}
