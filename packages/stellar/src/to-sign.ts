import { type EncodedTransaction, hashIn, itemIn } from '@isochain/core';
import type { Stellar } from './types.ts';

/** Two forms of one transaction. A signer takes one of them. */
export interface StellarToSign {
  /** The hash of the transaction. Ed25519 signs these 32 bytes. */
  readonly hash: Uint8Array<ArrayBuffer>;
  /** The envelope without signatures (XDR) in base64, for wallets that sign envelopes. A signature of these bytes is not valid. */
  readonly envelope: string;
}

/**
 * What is to be signed for a transaction. Broadcast takes the signature, or the signed envelope of a wallet.
 *
 * @param transaction - `transaction` of an encode answer without errors.
 * @throws RefusedError `encoded.mismatch` if the transaction is of another family.
 *
 * @example
 * const signature = key.sign(toSign(transaction).hash);
 */
export function toSign({ encoded }: EncodedTransaction<Stellar>): StellarToSign {
  const item = itemIn(encoded, 'XDR');
  return { hash: hashIn(item), envelope: item.raw.value };
}
