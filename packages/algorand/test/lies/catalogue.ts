import type { Lie } from '@isochain/conformance';
import { accountLies } from './account-lies.ts';
import { assetLies } from './asset-lies.ts';
import { networkLies } from './network-lies.ts';

/** The lies that nodes can tell, and the result that each must have. */
export const lies: readonly Lie[] = [...networkLies, ...accountLies, ...assetLies];
