import type { Lie } from '@isochain/conformance';
import { babylonLies } from './babylon-lies.ts';
import { blockbookLies } from './blockbook-lies.ts';
import { broadcastLies } from './broadcast-lies.ts';
import { esploraLies } from './esplora-lies.ts';
import { nodeLies } from './node-lies.ts';
import { readLies } from './read-lies.ts';

/** The lies that one upstream can tell, and the result that each must have. */
export const lies: readonly Lie[] = [
  ...esploraLies,
  ...blockbookLies,
  ...nodeLies,
  ...readLies,
  ...broadcastLies,
  ...babylonLies,
];
