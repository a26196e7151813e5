import { type EncodedTransaction, hashIn, itemIn, toHex } from '@isochain/core';
import type { Hex } from './address.ts';
import type { Evm } from './types.ts';

/** Three forms of one transaction. A signer takes one of them. */
export interface EvmToSign {
  /** The Keccak-256 hash that a key signs as it is: 32 bytes in hex with 0x. */
  readonly hash: Hex;
  /** The unsigned transaction in hex with 0x (RLP, EIP-2718), for libraries and hardware wallets. */
  readonly transaction: Hex;
  /** The parameter of `eth_sendTransaction`, for wallets that sign and send by themselves. */
  readonly walletRequest: Readonly<Record<string, Hex>>;
}

/**
 * What is to be signed for a transaction. Broadcast takes the signature.
 *
 * @param transaction - `transaction` of an encode answer without errors.
 * @throws RefusedError `encoded.mismatch` if the transaction is of another family.
 *
 * @example
 * const signature = wallet.signingKey.sign(toSign(transaction).hash).serialized;
 */
export function toSign({ encoded }: EncodedTransaction<Evm>): EvmToSign {
  const item = itemIn(encoded, 'RLP');
  return {
    hash: `0x${toHex(hashIn(item))}`,
    transaction: item.raw.value as Hex,
    walletRequest: JSON.parse(itemIn(encoded, 'WALLET_CONNECT').raw.value),
  };
}
