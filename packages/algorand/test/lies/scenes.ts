import type { LieScene } from '@isochain/conformance';
import type { Chain } from '@isochain/core';
import {
  all,
  closing,
  type Intent,
  leavingToken,
  ofRekeyed,
  opening,
  optIn,
  optOut,
  stake,
  token,
  transfer,
  unstake,
} from '../recorded/asking.ts';
import type { Actor } from '../world/actor.ts';
import { cold, leaver, rich, sender, voter } from '../world/cast.ts';
import { carryOut, scene } from './upstream.ts';

// What clients encode: each mode.

const encoding = (name: string, intent: Intent, by: Actor = sender): LieScene =>
  scene(name, async (chain: Chain) => {
    const answer = await chain.encode(intent as never);
    return { ...answer, carried: await carryOut(by, answer.transaction) };
  });

export const scenes: readonly LieScene[] = [
  encoding('transfer', transfer),
  encoding('maximum', { ...transfer, ...all }),
  encoding('opening', opening),
  encoding('rekeyed', { ...ofRekeyed, senderPubKey: cold.publicKey }, cold),
  encoding('closing', closing, leaver),
  encoding('token', token),
  encoding('all of a token', { ...token, ...all }),
  encoding('leaving a token', leavingToken),
  encoding('opting in', optIn),
  encoding('opting out', optOut),
  encoding('stake', stake, rich),
  encoding('unstake', unstake, voter),
];
