/** Bytes of an answer whose call says nothing of its size: numbers, hashes, prices, an object. Calls of a batch share them. */
export const smallAnswer = 64 * 1024;
/** For what others wrote, within limits of the chain: code, a page of some rows. */
export const mediumAnswer = 1024 * 1024;
/** For histories, blocks, transactions and accounts without a limit of their own: as much as the client reads at all. */
export const largeAnswer = Number.POSITIVE_INFINITY;

/** What an answer of several calls may have together. */
export function sizeOf(calls: readonly { readonly maxBytes?: number | undefined }[]): number {
  return calls.reduce((sum, { maxBytes = 0 }) => sum + maxBytes, smallAnswer);
}
