import type { ModeVerbs } from '@isochain/core';
import type { StellarContext } from '../context.ts';
import type { Stellar } from '../types.ts';
import { honours, wishesOf } from '../wishes.ts';

export function transferToken(_context: StellarContext): ModeVerbs<Stellar, 'transferToken'> {
  return {
    wishes: wishesOf.transferToken,
    honours,
    ask: () => Promise.reject(new Error('not built yet')),
  };
}
