import type { Lie } from '@isochain/conformance';
import { sharedLies } from './shared-lies.ts';
import { stakeLies } from './stake-lies.ts';
import { tokenLies } from './token-lies.ts';

/** The lies that nodes can tell, and the result that each must have. */
export const lies: readonly Lie[] = [...sharedLies, ...tokenLies, ...stakeLies];
