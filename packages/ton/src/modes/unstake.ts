import type { ModeVerbs } from '@isochain/core';
import type { TonContext } from '../context.ts';
import { isLiquid } from '../pools/liquid-pool.ts';
import type { Ton } from '../types.ts';
import { honours, unstakeWishesOf } from '../wishes.ts';
import { readScene } from './completion.ts';
import { liquidUnstakeRecipe } from './unstake-liquid.ts';
import { nominatorUnstakeRecipe } from './unstake-nominators.ts';

/** Ends a stake. */
export function unstake(context: TonContext): ModeVerbs<Ton, 'unstake'> {
  return {
    wishes: unstakeWishesOf(context),
    honours,
    ask: (intent, operation) =>
      isLiquid(context, intent.parsed.validatorAddress.address)
        ? readScene(context, intent, liquidUnstakeRecipe(context, intent), operation)
        : readScene(context, intent, nominatorUnstakeRecipe(context, intent), operation),
  };
}
