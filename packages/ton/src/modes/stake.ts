import type { ModeVerbs } from '@isochain/core';
import type { TonContext } from '../context.ts';
import { isLiquid } from '../pools/liquid-pool.ts';
import type { Ton } from '../types.ts';
import { honours, wishesOf } from '../wishes.ts';
import { readScene } from './completion.ts';
import { liquidStakeRecipe } from './stake-liquid.ts';
import { nominatorStakeRecipe } from './stake-nominators.ts';

/** Stakes coins with a pool. */
export function stake(context: TonContext): ModeVerbs<Ton, 'stake'> {
  return {
    wishes: wishesOf(context),
    honours,
    ask: (intent, operation) =>
      isLiquid(context, intent.parsed.targetValidatorAddress.address)
        ? readScene(context, intent, liquidStakeRecipe(context, intent), operation)
        : readScene(context, intent, nominatorStakeRecipe(context, intent), operation),
  };
}
