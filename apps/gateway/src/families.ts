import type { Family, FamilyName, KeyLikeIds } from '@isochain/core';
import { keyLikeIds as evm } from '@isochain/evm/secrets';
import { keyLikeIds as solana } from '@isochain/solana/secrets';
import { keyLikeIds as bitcoin } from '@isochain/utxo/secrets';

/** How each family is loaded: only when one of its chains is asked for. */
export type Families = { readonly [Name in FamilyName]?: () => Promise<Family> };

/** The families that this version serves: one line each. */
export const families: Families = {
  evm: () => import('@isochain/evm').then((module) => module.evm),
  solana: () => import('@isochain/solana').then((module) => module.solana),
  bitcoin: () => import('@isochain/utxo').then((module) => module.utxo),
};

/** Which ids of theirs have a form of private keys: known at once, as the log line of a request may come before its family is loaded. */
export const keyLikeIds: Readonly<Partial<Record<FamilyName, KeyLikeIds>>> = { evm, solana, bitcoin };
