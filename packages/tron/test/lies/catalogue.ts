import type { Lie } from '@isochain/conformance';
import { modeLies } from './mode-lies.ts';
import { sharedLies } from './shared-lies.ts';

/** The lies that one upstream can tell, and the result that each must have. */
export const lies: readonly Lie[] = [...sharedLies, ...modeLies];
