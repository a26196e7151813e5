import { type EncodedTransaction, hashIn, toHex } from '@isochain/core';
import type { Starknet } from './types.ts';

export interface StarknetToSign {
  /** The hash of the transaction: a number in hex with 0x. A key of the Stark curve signs it as it is. */
  readonly hash: `0x${string}`;
}

/**
 * What is to be signed for a transaction. Broadcast takes the signature.
 *
 * @param transaction - `transaction` of an encode answer without errors.
 * @throws RefusedError `encoded.mismatch` if the transaction is of another family.
 *
 * @example
 * const signature = ec.starkCurve.sign(toSign(transaction).hash, privateKey).toCompactHex();
 */
export function toSign({ encoded }: EncodedTransaction<Starknet>): StarknetToSign {
  const item = encoded.find(({ hash }) => hash?.format === 'pedersen');
  return { hash: `0x${toHex(hashIn(item))}` };
}
