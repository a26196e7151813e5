import type { Address } from '../address/address.ts';
import type { Contract } from './contracts.ts';

/** What is signed: a transaction without signatures. */
export interface RawTransaction {
  readonly owner: Address;
  readonly contract: Contract;
  /** Bytes 6 and 7 of the id of a recent block, in hex. */
  readonly refBlockBytes: string;
  /** Bytes 8 to 15 of the id of that block, in hex. */
  readonly refBlockHash: string;
  /** Milliseconds since 1970: no later block takes the transaction. */
  readonly expiration: number;
  /** Milliseconds since 1970. The chain ignores it. */
  readonly timestamp: number;
  /** The most that the energy of a contract call may cost, in sun. Staked energy counts as if it was bought. */
  readonly feeLimit?: bigint | undefined;
  readonly memo?: string | undefined;
  /** Which permission of the account the signature has: 0 is that of the owner, from 2 on they are called active. */
  readonly permissionId: number;
}

/** A transaction, and who signs it. */
export interface TronPlan extends RawTransaction {
  /** Addresses of the keys that may sign. One signature suffices. */
  readonly signers: readonly Address[];
}

/** What is signed. */
export interface Unsigned {
  /** The bytes of `raw_data`. Their SHA-256 hash is signed. */
  readonly raw: Uint8Array;
  /** SHA-256 of `raw`: the id of the transaction too. */
  readonly id: Uint8Array;
}
