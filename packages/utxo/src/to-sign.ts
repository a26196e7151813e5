import { bytesOf, type EncodedTransaction, hashIn, itemIn } from '@isochain/core';
import type { Utxo } from './types.ts';

/** Two forms of one transaction. A signer takes one of them. */
export interface UtxoToSign {
  /**
   * What each input signs, in the order of the inputs: 32 bytes that are not hashed again. ECDSA signs them, and BIP340 for inputs of taproot. Broadcast takes
   * all signatures, one after the other.
   */
  readonly hashes: readonly Uint8Array<ArrayBuffer>[];
  /** The whole transaction as PSBT (BIP174, version 0), for wallets and libraries. */
  readonly psbt: Uint8Array<ArrayBuffer>;
}

/**
 * What is to be signed for a transaction. Broadcast takes the signatures, or the signed PSBT of a wallet.
 *
 * @param transaction - `transaction` of an encode answer without errors.
 * @throws RefusedError `encoded.mismatch` if the transaction is of another family.
 *
 * @example
 * const signature = toSign(transaction).hashes.map((hash) => toHex(sign(hash, privateKey))).join('');
 */
export function toSign({ encoded }: EncodedTransaction<Utxo>): UtxoToSign {
  return { hashes: encoded.map(hashIn), psbt: bytesOf(itemIn(encoded, 'PSBT').raw.value) };
}
