import type { LieScene } from '@isochain/conformance';
import type { Chain } from '@isochain/core';
import {
  addition,
  adjustedUnstake,
  all,
  asset,
  coin,
  dollars,
  type Intent,
  migrated,
  ofSingleKey,
  orderless,
  reactivation,
  registration,
  sponsored,
  stake,
  transfer,
  unstake,
  withdraw,
} from '../recorded/asking.ts';
import type { Actor } from '../world/actor.ts';
import { leaver, sender, singleKey, staker, stranger } from '../world/cast.ts';
import { carryOut, scene } from './upstream.ts';

// What clients encode: each mode, and each kind of account. Those that name no key have it found on the chain.

const encoding = (name: string, intent: Intent, ...by: readonly Actor[]): LieScene =>
  scene(name, async (chain: Chain) => {
    const answer = await chain.encode(intent as never);
    return { ...answer, carried: await carryOut(by.length === 0 ? [sender] : by, answer.transaction) };
  });

export const scenes: readonly LieScene[] = [
  encoding('transfer', transfer),
  encoding('maximum', { ...transfer, ...all }),
  encoding('transfer of a single key', { ...transfer, ...ofSingleKey }, singleKey),
  encoding('orderless transfer', orderless),
  encoding('sponsored transfer', sponsored, sender, stranger),
  encoding('dollars', dollars),
  encoding('all dollars', { ...dollars, ...all }),
  encoding('asset', asset),
  encoding('migrated asset', migrated),
  encoding('coin', coin),
  encoding('registration', registration),
  encoding('stake', stake),
  encoding('stake of all', { ...stake, ...all }),
  encoding('addition', addition, staker),
  encoding('reactivation', reactivation, staker),
  encoding('unstake', unstake, staker),
  encoding('adjusted unstake', adjustedUnstake, leaver),
  encoding('withdrawal', withdraw, leaver),
];
