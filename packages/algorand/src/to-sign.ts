import { bytesOf, type EncodedTransaction, hashIn, itemIn } from '@isochain/core';
import type { Algorand } from './types.ts';

/** Two forms of one transaction. A signer takes one of them. */
export interface AlgorandToSign {
  /** `TX` and the transaction. Ed25519 signs these bytes as they are: they are no hash. */
  readonly message: Uint8Array<ArrayBuffer>;
  /** The transaction in msgpack, for wallets and libraries that decode transactions. A signature of these bytes is not valid. */
  readonly transaction: Uint8Array<ArrayBuffer>;
}

/**
 * What is to be signed for a transaction. Broadcast takes the signature, or the signed transaction of a wallet.
 *
 * @param transaction - `transaction` of an encode answer without errors.
 * @throws RefusedError `encoded.mismatch` if the transaction is of another family.
 *
 * @example
 * const signed = algosdk.decodeUnsignedTransaction(toSign(transaction).transaction).signTxn(secretKey);
 */
export function toSign({ encoded }: EncodedTransaction<Algorand>): AlgorandToSign {
  const item = itemIn(encoded, 'MSGPACK');
  return { message: hashIn(item), transaction: bytesOf(item.raw.value) };
}
