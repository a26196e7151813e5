import { bytesOf, type EncodedTransaction, itemIn } from '@isochain/core';
import type { Solana } from './types.ts';

export interface SolanaToSign {
  /** The message of the transaction. Ed25519 signs it as it is: there is no hash. */
  readonly message: Uint8Array<ArrayBuffer>;
}

/**
 * What is to be signed for a transaction. Broadcast takes the signature.
 *
 * @param transaction - `transaction` of an encode answer without errors.
 * @throws RefusedError `encoded.mismatch` if the transaction is of another family.
 *
 * @example
 * const signature = await signBytes(keyPair.privateKey, toSign(transaction).message);
 */
export function toSign({ encoded }: EncodedTransaction<Solana>): SolanaToSign {
  return { message: bytesOf(itemIn(encoded, 'BORSH').raw.value) };
}
