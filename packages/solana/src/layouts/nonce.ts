import { type Address, toAddress } from '../address/address.ts';
import { bytesOf, decoded } from './bytes.ts';

// Source: anza-xyz/solana-sdk, nonce/src/versions.rs and state.rs.

/** Length of a nonce account, in bytes. */
const nonceAccountLength = 80;

export interface NonceAccount {
  /** Who may advance it. */
  readonly authority: Address;
  /** Replaces a recent blockhash. Base58. */
  readonly nonce: string;
}

/**
 * @returns Undefined if the data is no initialised nonce account of the current version. Legacy nonces do not work as a blockhash until they are
 * upgraded.
 */
export function decodeNonceAccount(data: Uint8Array): NonceAccount | undefined {
  if (data.length !== nonceAccountLength) return undefined;
  return decoded(() => {
    const bytes = bytesOf(data);
    if (bytes.u32(0) !== 1 || bytes.u32(4) !== 1) return undefined;
    return {
      authority: bytes.address(8),
      // A hash has the same length and spelling as an address.
      nonce: toAddress(bytes.slice(40, 32)),
    };
  });
}
