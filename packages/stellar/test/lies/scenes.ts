import type { LieScene } from '@isochain/conformance';
import type { Chain } from '@isochain/core';
import {
  all,
  claimable,
  closing,
  creation,
  enabling,
  type Intent,
  limiting,
  removing,
  together,
  token,
  transfer,
} from '../recorded/asking.ts';
import type { Actor } from '../world/actor.ts';
import { cosigners, leaver, sender, shared } from '../world/cast.ts';
import { carryOut, scene } from './upstream.ts';

// What clients encode: each mode.

const encoding = (name: string, intent: Intent, ...by: readonly Actor[]): LieScene =>
  scene(name, async (chain: Chain) => {
    const answer = await chain.encode(intent as never);
    return { ...answer, carried: await carryOut(by.length === 0 ? [sender] : by, answer.transaction) };
  });

export const scenes: readonly LieScene[] = [
  encoding('transfer', transfer),
  encoding('maximum', { ...transfer, ...all }),
  encoding('creation', creation),
  encoding('transfer of two keys', together, shared, cosigners[0]),
  encoding('closing', closing, leaver),
  encoding('token', token),
  encoding('all of a token', { ...token, ...all }),
  encoding('claimable', claimable),
  encoding('enabling', enabling),
  encoding('limiting', limiting),
  encoding('removing', removing),
  scene('transfer while ledgers are full', (chain) => chain.encode(transfer as never), true),
];
