import { bytesOf, type EncodedTransaction, hashIn, itemIn } from '@isochain/core';
import type { Ton } from './types.ts';

export interface TonToSign {
  /** The hash of the message. Ed25519 signs these 32 bytes. */
  readonly hash: Uint8Array<ArrayBuffer>;
  /** The message as a bag of cells, to look at before signing. A signature of these bytes is not valid. */
  readonly message: Uint8Array<ArrayBuffer>;
}

/**
 * What is to be signed for a transaction. Broadcast takes the signature.
 *
 * @param transaction - `transaction` of an encode answer without errors.
 * @throws RefusedError `encoded.mismatch` if the transaction is of another family.
 *
 * @example
 * const signature = sign(Buffer.from(toSign(transaction).hash), secretKey).toString('hex');
 */
export function toSign({ encoded }: EncodedTransaction<Ton>): TonToSign {
  const item = itemIn(encoded, 'BOC');
  return { hash: hashIn(item), message: bytesOf(item.raw.value) };
}
