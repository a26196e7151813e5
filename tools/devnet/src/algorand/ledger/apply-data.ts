/** What a transaction did, beside what it says (go-algorand:data/transactions/transaction.go ApplyData). */
export interface ApplyData {
  /** microAlgos that closing an account moved. */
  readonly closingAmount: bigint;
  /** Base units that closing a holding moved. */
  readonly assetClosingAmount: bigint;
  /** The asset that was created. */
  readonly createdAsset: bigint | undefined;
}

export const nothing: ApplyData = { closingAmount: 0n, assetClosingAmount: 0n, createdAsset: undefined };
