import type { ModeVerbs } from '@isochain/core';
import type { AlgorandContext } from '../context.ts';
import type { Algorand } from '../types.ts';
import { honours, wishesOf } from '../wishes.ts';

export function transferToken(_context: AlgorandContext): ModeVerbs<Algorand, 'transferToken'> {
  return {
    wishes: wishesOf.transferToken,
    honours,
    ask: () => Promise.reject(new Error('not built yet')),
  };
}
