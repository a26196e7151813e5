/** The size limit, in bytes, of a call without `maxBytes`: enough for numbers, hashes, prices, an object. Calls of a batch share it. */
export const smallAnswer = 64 * 1024;
/** For data that others wrote, limited by the chain: code, a page of some rows. */
export const mediumAnswer = 1024 * 1024;
/** For histories, blocks, transactions and accounts that have no limit of their own. The limit is then `maxResponseBytes` of the client. */
export const largeAnswer = Number.POSITIVE_INFINITY;

/** The size limit, in bytes, of the one answer to several calls. */
export function sizeOf(calls: readonly { readonly maxBytes?: number | undefined }[]): number {
  return calls.reduce((sum, { maxBytes = 0 }) => sum + maxBytes, smallAnswer);
}
