import type { Lie } from '@isochain/conformance';
import { accountLies } from './account-lies.ts';
import { broadcastLies } from './broadcast-lies.ts';
import { readLies } from './read-lies.ts';
import { stakeLies } from './stake-lies.ts';
import { tokenLies } from './token-lies.ts';
import { transferLies } from './transfer-lies.ts';

export const lies: readonly Lie[] = [
  ...accountLies,
  ...transferLies,
  ...tokenLies,
  ...stakeLies,
  ...readLies,
  ...broadcastLies,
];
