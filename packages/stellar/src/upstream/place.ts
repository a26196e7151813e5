// Where something stands in the history, as one number: 32 bits of the ledger, 20 of the transaction, 12 of the operation from 1 on (SEP-35).

const operationBits = 12n;
const ledgerBits = 32n;

/** The ledger of an operation or a transaction. */
export function ledgerOf(place: bigint): bigint {
  return place >> ledgerBits;
}

/** The place of the transaction that an operation belongs to. All operations of it come after this place, and before the next transaction. */
export function transactionPlace(operation: bigint): bigint {
  return (operation >> operationBits) << operationBits;
}

/** Which operation of its transaction it is: from 0 on. -1 for the place of a transaction. */
export function indexOf(operation: bigint): number {
  return Number(operation - transactionPlace(operation)) - 1;
}
