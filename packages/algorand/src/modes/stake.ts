import type { ModeVerbs } from '@isochain/core';
import type { AlgorandContext } from '../context.ts';
import type { Algorand } from '../types.ts';
import { honours, wishesOf } from '../wishes.ts';

export function stake(_context: AlgorandContext): ModeVerbs<Algorand, 'stake'> {
  return {
    wishes: wishesOf.stake,
    honours,
    ask: () => Promise.reject(new Error('not built yet')),
  };
}
