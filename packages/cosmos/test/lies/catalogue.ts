import type { Lie } from '@isochain/conformance';
import { encodeLies } from './encode-lies.ts';
import { readLies } from './read-lies.ts';
import { rpcLies } from './rpc-lies.ts';

/** The lies that one upstream can tell, and the result that each must have. */
export const lies: readonly Lie[] = [...encodeLies, ...readLies, ...rpcLies];
