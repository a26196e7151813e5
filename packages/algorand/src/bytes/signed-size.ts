/** Bytes around the transaction in a signed one: a map with `sig` and `txn` (go-algorand, data/transactions/signedtxn.go: SignedTxn). */
const wrapping = 75;
/** What `sgnr` adds, if the account was rekeyed. */
const authorizer = 39;

/**
 * The size of the signed transaction, which fees depend on while blocks are full.
 *
 * @param size - Of the transaction without signature, in bytes.
 */
export function signedSize(size: number, isRekeyed: boolean): number {
  return size + wrapping + (isRekeyed ? authorizer : 0);
}
