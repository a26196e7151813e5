import { bytesOf, type EncodedTransaction, hashIn, itemIn, toHex } from '@isochain/core';
import type { Params, TronMode } from './bytes/params.ts';
import type { Tron } from './types.ts';

/** Three forms of one transaction. A signer takes one of them. */
export interface TronToSign {
  /** The id of the transaction: the SHA-256 hash that a key signs as it is, 32 bytes. */
  readonly hash: Uint8Array<ArrayBuffer>;
  /** The bytes of `raw_data`, for signers that hash with SHA-256 by themselves. */
  readonly rawData: Uint8Array<ArrayBuffer>;
  /** The transaction object that TronLink and tronweb sign. */
  readonly transaction: {
    readonly visible: false;
    readonly txID: string;
    readonly raw_data: Params<TronMode>['raw_data'];
    readonly raw_data_hex: string;
  };
}

/**
 * What is to be signed for a transaction. Broadcast takes the signature.
 *
 * @param transaction - `transaction` of an encode answer without errors.
 * @throws RefusedError `encoded.mismatch` if the transaction is of another family.
 *
 * @example
 * const signature = new SigningKey(privateKey).sign(toSign(transaction).hash).serialized;
 */
export function toSign({ data, encoded }: EncodedTransaction<Tron>): TronToSign {
  const item = itemIn(encoded, 'RAW_TRANSACTION');
  const hash = hashIn(item);
  return {
    hash,
    rawData: bytesOf(item.raw.value),
    transaction: {
      visible: false,
      txID: toHex(hash),
      raw_data: data.params.raw_data,
      raw_data_hex: item.raw.value,
    },
  };
}
