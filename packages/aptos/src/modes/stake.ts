import type { ModeVerbs } from '@isochain/core';
import type { AptosContext } from '../context.ts';
import type { AptosOptions } from '../options.ts';
import type { Aptos } from '../types.ts';
import { honours, wishesOf } from '../wishes.ts';

export function stake(_: AptosContext, __: Pick<AptosOptions, 'tokens'> = {}): ModeVerbs<Aptos, 'stake'> {
  return {
    wishes: wishesOf.stake,
    honours,
    ask: () => {
      throw new Error('not built yet');
    },
  };
}
