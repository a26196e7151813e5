import type { ModeVerbs } from '@isochain/core';
import type { AptosContext } from '../context.ts';
import type { AptosOptions } from '../options.ts';
import type { Aptos } from '../types.ts';
import { honours, wishesOf } from '../wishes.ts';

export function transferToken(
  _: AptosContext,
  __: Pick<AptosOptions, 'tokens'> = {},
): ModeVerbs<Aptos, 'transferToken'> {
  return {
    wishes: wishesOf.transferToken,
    honours,
    ask: () => {
      throw new Error('not built yet');
    },
  };
}
