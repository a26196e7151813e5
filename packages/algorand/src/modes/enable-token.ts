import type { ModeVerbs } from '@isochain/core';
import type { AlgorandContext } from '../context.ts';
import type { Algorand } from '../types.ts';
import { honours, wishesOf } from '../wishes.ts';

export function enableToken(_context: AlgorandContext): ModeVerbs<Algorand, 'enableToken'> {
  return {
    wishes: wishesOf.enableToken,
    honours,
    ask: () => Promise.reject(new Error('not built yet')),
  };
}
