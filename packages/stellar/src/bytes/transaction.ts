import type { Address } from '../address/address.ts';
import type { TokenId } from '../address/token-id.ts';
import type { Memo } from './memo.ts';

/** What a transaction does. Amounts are stroops: 10^-7 of XLM or of the asset. */
export type Operation =
  | { readonly type: 'createAccount'; readonly destination: Address; readonly startingBalance: bigint }
  | {
      readonly type: 'payment';
      /** `G…` or `M…`. */
      readonly destination: string;
      /** Undefined stands for XLM. */
      readonly asset: TokenId | undefined;
      readonly amount: bigint;
    }
  /** Sets the most that the account may hold. 0 removes the trustline. */
  | { readonly type: 'changeTrust'; readonly asset: TokenId; readonly limit: bigint }
  /** Sends all XLM, and removes the account. */
  | { readonly type: 'accountMerge'; readonly destination: string }
  | {
      readonly type: 'createClaimableBalance';
      readonly asset: TokenId;
      readonly amount: bigint;
      readonly claimant: Address;
      /** Who may take it back, and the seconds after which it may. */
      readonly reclaim: { readonly by: Address; readonly afterSeconds: bigint };
    };

/** A transaction without signatures. It has one operation. */
export interface StellarTransaction {
  /** `G…` or `M…`: pays the fee, and carries out the operation. */
  readonly source: string;
  /** Stroops: the most that the network may take. */
  readonly fee: bigint;
  readonly sequence: bigint;
  /** Unix time in seconds: no ledger that closes later takes the transaction. */
  readonly maxTime: bigint;
  readonly memo: Memo;
  readonly operation: Operation;
}

export interface StellarPlan extends StellarTransaction {
  readonly passphrase: string;
  /** The keys that sign, all of them. */
  readonly signers: readonly [Address, ...Address[]];
}

/** What is signed. */
export interface Unsigned {
  /** The hash of the network, the type of the envelope, and the transaction: its SHA-256 is `hash`. */
  readonly signatureBase: Uint8Array;
  /** The 32 bytes that keys sign, and the id of the transaction. */
  readonly hash: Uint8Array;
  /** The envelope without signatures, in base64. */
  readonly envelope: string;
}
