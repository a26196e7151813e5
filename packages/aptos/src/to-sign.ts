import { bytesOf, type EncodedTransaction, itemIn } from '@isochain/core';
import type { Aptos } from './types.ts';

export interface AptosToSign {
  /** The signing message: a prefix of 32 bytes, and the transaction. Ed25519 signs it as it is: there is no hash. */
  readonly message: Uint8Array<ArrayBuffer>;
}

/**
 * What is to be signed for a transaction. Broadcast takes the signature.
 *
 * @param transaction - `transaction` of an encode answer without errors.
 * @throws RefusedError `encoded.mismatch` if the transaction is of another family.
 *
 * @example
 * const signature = new Ed25519PrivateKey(key).sign(toSign(transaction).message).toString();
 */
export function toSign({ encoded }: EncodedTransaction<Aptos>): AptosToSign {
  return { message: bytesOf(itemIn(encoded, 'BCS').raw.value) };
}
