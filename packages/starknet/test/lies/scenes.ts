import type { LieScene } from '@isochain/conformance';
import type { Chain } from '@isochain/core';
import { all, deployment, type Intent, intentsOf, transfer } from '../recorded/asking.ts';
import type { Actor } from '../world/actor.ts';
import { braavos, leaver, newcomer, openZeppelin, sender, staker } from '../world/cast.ts';
import { askedWorld } from '../world/honest.ts';
import { carryOut, scene } from './upstream.ts';

// What clients encode: each mode, and each kind of account.

type Intents = ReturnType<typeof intentsOf>;

const encoding = (name: string, intent: Intent | ((intents: Intents) => Intent), by: Actor = sender): LieScene =>
  scene(name, async (chain: Chain) => {
    const world = await askedWorld();
    const asked = typeof intent === 'function' ? intent(intentsOf(world)) : intent;
    const from = asked.mode === 'deployAccount' ? {} : { senderAddress: world.addressOf(by) };
    const answer = await chain.encode({ ...asked, ...from } as never);
    return { ...answer, carried: await carryOut(by, answer.transaction) };
  });

export const scenes: readonly LieScene[] = [
  encoding('transfer', transfer),
  encoding('maximum', { ...transfer, ...all }),
  encoding('transfer of OpenZeppelin', transfer, openZeppelin),
  encoding('transfer of Braavos', transfer, braavos),
  encoding('deployment', deployment, newcomer),
  encoding('tokens', ({ tokens }) => tokens),
  encoding('all tokens', ({ tokens }) => ({ ...tokens, ...all })),
  encoding('ether', ({ ether }) => ether),
  encoding('stake', ({ stake }) => stake),
  encoding('stake of a member', ({ addition }) => addition, staker),
  encoding('move of a stake', ({ move }) => move, staker),
  encoding('unstake', ({ unstake }) => unstake, staker),
  encoding('withdraw', ({ withdraw }) => withdraw, leaver),
  encoding('claim', ({ claim }) => claim, staker),
];
