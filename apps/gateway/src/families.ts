import type { Family, FamilyName } from '@isochain/core';

/** How each family is loaded: only when one of its chains is asked for. */
export type Families = { readonly [Name in FamilyName]?: () => Promise<Family> };

/** The families that this version serves: one line each. */
export const families: Families = {
  evm: () => import('@isochain/evm').then((module) => module.evm),
  solana: () => import('@isochain/solana').then((module) => module.solana),
  bitcoin: () => import('@isochain/utxo').then((module) => module.utxo),
};
