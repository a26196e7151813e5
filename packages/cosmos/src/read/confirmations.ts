import type { ParsedTransaction } from '@isochain/core';

/**
 * Adds the number of blocks from the transaction's block to the latest one, if the node told the latest one.
 *
 * @param head - The latest block that is known.
 */
export function withConfirmations(
  parsed: ParsedTransaction,
  height: bigint | undefined,
  head: bigint | undefined,
): ParsedTransaction {
  return head === undefined || height === undefined || head < height
    ? parsed
    : { ...parsed, confirmations: (head - height + 1n).toString() };
}
