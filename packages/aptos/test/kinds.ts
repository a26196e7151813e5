import type { AptosChainId } from '../src/chains.ts';

/** One kind for each call that encode makes. */
export const kinds = [
  'transfer',
  'coin',
  'asset',
  'pairedAsset',
  'enableToken',
  'stake',
  'reactivate',
  'unstake',
  'withdraw',
] as const;

export type Kind = (typeof kinds)[number];

export interface MadeSigner {
  readonly publicKey: string;
  readonly scheme: 'ed25519' | 'single_key';
}

/** A transaction. Fields that its kind does not need are not used. Addresses are in their long form. */
export interface Made {
  readonly kind: Kind;
  readonly chain: AptosChainId;
  readonly sender: string;
  readonly signer: MadeSigner;
  readonly payer?: (MadeSigner & { readonly address: string }) | undefined;
  readonly recipient: string;
  readonly metadata: string;
  /** The type of a coin. */
  readonly coin: string;
  readonly pool: string;
  readonly amount: bigint;
  readonly isOrderless: boolean;
  /** Or the sequence number. */
  readonly nonce: bigint;
  readonly gas: bigint;
  readonly price: bigint;
  readonly expiration: bigint;
}
