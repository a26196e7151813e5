import type { StellarChainId } from '../src/chains.ts';

/** One kind for each transaction that encode makes. */
export const kinds = [
  'createAccount',
  'payment',
  'tokenPayment',
  'changeTrust',
  'removeTrust',
  'accountMerge',
  'claimableBalance',
] as const;

export type Kind = (typeof kinds)[number];

export type MadeMemo =
  | { readonly type: 'none' }
  | { readonly type: 'text' | 'id' | 'hash' | 'return'; readonly value: string };

/** A transaction. Fields that its kind does not need are not used. */
export interface Made {
  readonly kind: Kind;
  readonly chain: StellarChainId;
  /** `G…` or `M…`. */
  readonly sender: string;
  readonly signers: readonly string[];
  /** `G…`, or `M…` where the kind allows it. */
  readonly recipient: string;
  readonly code: string;
  readonly issuer: string;
  readonly amount: bigint;
  readonly limit: bigint;
  readonly reclaimAfterSeconds: bigint;
  readonly memo: MadeMemo;
  readonly sequence: bigint;
  readonly fee: bigint;
  readonly maxTime: bigint;
}
