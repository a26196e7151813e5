import { type StarknetAccount, starknetAccounts } from '@isochain/devnet/starknet';
import { type Actor, actor } from './actor.ts';

// The accounts and tokens of the scenes.

/** The time of all scenes: 2026-11-23T00:00:00Z. In milliseconds. */
export const now: number = Date.UTC(2026, 10, 23);
/** FRI. */
export const strk: bigint = 10n ** 18n;

/** An account with its address. */
export interface Sender extends Actor {
  readonly address: string;
}

function funded(index: number): Sender {
  const account: StarknetAccount | undefined = starknetAccounts[index];
  if (account === undefined) throw new RangeError(`There is no account ${index}.`);
  const { address, publicKey, privateKey } = account;
  return { address, publicKey, privateKey };
}

// Accounts of the stand-in, of Argent 0.4.0, with 10,000 STRK, 10 ETH and 1,000,000 of its demo token each.
export const sender: Sender = funded(0);
export const recipient: Sender = funded(1);
export const stranger: Sender = funded(2);
/** It has coins, and is not deployed. */
export const newcomer: Sender = funded(4);

/** An upstream that lies would like to be paid. */
export const thief: Sender = funded(3);

// Each of these has an address of its own, which the world knows when it is made.
export const openZeppelin: Actor = actor('OpenZeppelin');
export const braavos: Actor = actor('Braavos');
export const firstArgent: Actor = actor('Argent 0.3.1');
export const lastArgent: Actor = actor('Argent 0.5.0');
/** It has 100 STRK in the pool of the first validator, and rewards. */
export const staker: Actor = actor('staker');
/** It has 100 STRK in the pool of the first validator, and 40 more that it may withdraw. */
export const leaver: Actor = actor('leaver');
/** 0.001 STRK, which pays no fees. */
export const poor: Actor = actor('poor');
