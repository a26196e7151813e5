import type { ModeVerbs } from '@isochain/core';
import type { AlgorandContext } from '../context.ts';
import type { Algorand } from '../types.ts';
import { honours, wishesOf } from '../wishes.ts';

export function unstake(_context: AlgorandContext): ModeVerbs<Algorand, 'unstake'> {
  return {
    wishes: wishesOf.unstake,
    honours,
    ask: () => Promise.reject(new Error('not built yet')),
  };
}
