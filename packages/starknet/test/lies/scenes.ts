import type { LieScene } from '@isochain/conformance';
import type { Chain } from '@isochain/core';
import { all, deployment, type Intent, transfer } from '../recorded/asking.ts';
import type { Actor } from '../world/actor.ts';
import { braavos, newcomer, openZeppelin, sender } from '../world/cast.ts';
import { askedWorld } from '../world/honest.ts';
import { carryOut, scene } from './upstream.ts';

// What clients encode: each mode, and each kind of account.

const encoding = (name: string, intent: Intent, by: Actor = sender): LieScene =>
  scene(name, async (chain: Chain) => {
    const { addressOf } = await askedWorld();
    const from = intent.mode === 'deployAccount' ? {} : { senderAddress: addressOf(by) };
    const answer = await chain.encode({ ...intent, ...from } as never);
    return { ...answer, carried: await carryOut(by, answer.transaction) };
  });

export const scenes: readonly LieScene[] = [
  encoding('transfer', transfer),
  encoding('maximum', { ...transfer, ...all }),
  encoding('transfer of OpenZeppelin', transfer, openZeppelin),
  encoding('transfer of Braavos', transfer, braavos),
  encoding('deployment', deployment, newcomer),
];
