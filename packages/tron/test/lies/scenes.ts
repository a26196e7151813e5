import type { LieScene } from '@isochain/conformance';
import type { Chain } from '@isochain/core';
import {
  all,
  assets,
  claim,
  type Intent,
  stake,
  tokens,
  transfer,
  unknownTokens,
  unstake,
  vote,
  withdraw,
} from '../recorded/asking.ts';
import type { Actor } from '../world/actor.ts';
import { clerk, guarded, nobody, sender, staker } from '../world/cast.ts';
import { carryOut, scene } from './upstream.ts';

// What clients encode: each mode.

const encoding = (name: string, intent: Intent, by: Actor = sender): LieScene =>
  scene(name, async (chain: Chain) => {
    const answer = await chain.encode(intent as never);
    return { ...answer, carried: await carryOut(by, answer) };
  });

const byClerk = { senderAddress: guarded.address, senderPubKey: clerk.publicKey };

export const scenes: readonly LieScene[] = [
  encoding('transfer', { ...transfer, memo: 'invoice 7' }),
  encoding('maximum', { ...transfer, ...all }),
  encoding('activation', { ...transfer, recipientAddress: nobody.address }),
  encoding('transfer by another key', { ...transfer, ...byClerk }, clerk),
  encoding('tokens', tokens),
  encoding('all tokens', { ...unknownTokens, ...all }),
  encoding('assets', assets),
  encoding('freeze', stake),
  encoding('vote', vote, staker),
  encoding('unstake', unstake, staker),
  encoding('withdraw', withdraw, staker),
  encoding('claim', claim, staker),
];
