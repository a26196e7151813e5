import { accountClasses, type ClassName } from '../account/classes.ts';

/** A signature of the Stark curve. */
export interface StarkSignature {
  readonly r: bigint;
  readonly s: bigint;
}

/** Lays a signature out as the account of this class wants it. */
export function layOut(account: ClassName, key: { readonly x: bigint }, { r, s }: StarkSignature): readonly bigint[] {
  // One signature, by a signer of variant 0: Starknet (argentlabs/argent-contracts-starknet, "Argent account").
  return accountClasses[account].layout === 'signers' ? [1n, 0n, key.x, r, s] : [r, s];
}
