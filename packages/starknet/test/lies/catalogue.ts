import type { Lie } from '@isochain/conformance';
import { sharedLies } from './shared-lies.ts';

/** The lies that a node can tell, and the result that each must have. */
export const lies: readonly Lie[] = [...sharedLies];
