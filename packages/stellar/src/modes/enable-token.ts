import type { ModeVerbs } from '@isochain/core';
import type { StellarContext } from '../context.ts';
import type { Stellar } from '../types.ts';
import { honours, wishesOf } from '../wishes.ts';

export function enableToken(_context: StellarContext): ModeVerbs<Stellar, 'enableToken'> {
  return {
    wishes: wishesOf.enableToken,
    honours,
    ask: () => Promise.reject(new Error('not built yet')),
  };
}
