import type { Lie } from '@isochain/conformance';
import { accountLies } from './account-lies.ts';
import { networkLies } from './network-lies.ts';
import { shapeLies } from './shape-lies.ts';
import { tokenLies } from './token-lies.ts';

/** The lies that servers can tell, and the result that each must have. */
export const lies: readonly Lie[] = [...networkLies, ...accountLies, ...tokenLies, ...shapeLies];
