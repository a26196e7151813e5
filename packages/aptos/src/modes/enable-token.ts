import type { ModeVerbs } from '@isochain/core';
import type { AptosContext } from '../context.ts';
import type { AptosOptions } from '../options.ts';
import type { Aptos } from '../types.ts';
import { honours, wishesOf } from '../wishes.ts';

export function enableToken(_: AptosContext, __: Pick<AptosOptions, 'tokens'> = {}): ModeVerbs<Aptos, 'enableToken'> {
  return {
    wishes: wishesOf.enableToken,
    honours,
    ask: () => {
      throw new Error('not built yet');
    },
  };
}
