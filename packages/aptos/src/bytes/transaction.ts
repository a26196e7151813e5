import type { Address } from '../address/address.ts';
import type { PublicKey, Scheme } from '../address/public-key.ts';
import type { EntryFunction } from './calls.ts';

/** A transaction without signatures (aptos-labs/aptos-core, types/src/transaction/mod.rs: RawTransaction). */
export interface RawTransaction {
  readonly sender: Address;
  readonly call: EntryFunction;
  readonly replay: ReplayProtection;
  /** The most gas units that it may use. */
  readonly maxGasAmount: bigint;
  /** Octas for one gas unit. */
  readonly gasUnitPrice: bigint;
  /** Unix time in seconds: no block of this time or later takes the transaction. */
  readonly expiration: bigint;
  /** 1 on mainnet, 2 on testnet. */
  readonly chainId: number;
}

/** How the chain tells that a transaction was carried out before: by the account's next number, or by a nonce of its own (AIP-123). */
export type ReplayProtection = { readonly sequenceNumber: bigint } | { readonly nonce: bigint };

/** Who signs, and how the chain checks it. */
export interface Signer {
  readonly publicKey: PublicKey;
  readonly scheme: Scheme;
}

/** Another account that pays for the transaction (AIP-39). It signs the same bytes as the sender. */
export interface FeePayer extends Signer {
  readonly address: Address;
}

export interface AptosPlan extends RawTransaction {
  readonly signer: Signer;
  readonly feePayer?: FeePayer | undefined;
}

/** What is signed. */
export interface Unsigned {
  /** BCS of the transaction alone: a signed transaction begins with it. */
  readonly raw: Uint8Array;
  /** What the keys sign: a prefix, and the transaction. Nothing is hashed. */
  readonly message: Uint8Array;
}
