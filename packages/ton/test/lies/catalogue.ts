import type { Lie } from '@isochain/conformance';
import { encodeLies } from './encode-lies.ts';
import { lockLies } from './lock-lies.ts';
import { shapeLies } from './shape-lies.ts';
import { tokenLies } from './token-lies.ts';

/** The lies that one upstream can tell, and the result that each must have. */
export const lies: readonly Lie[] = [...encodeLies, ...tokenLies, ...lockLies, ...shapeLies];
