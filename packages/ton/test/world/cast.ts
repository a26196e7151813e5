import { createHash } from 'node:crypto';
import { Address } from '@ton/core';
import { type Actor, actor } from './actor.ts';

// The accounts of the scenes.

/** The time of all scenes: 2026-11-23T00:00:00Z. In milliseconds. */
export const now: number = Date.UTC(2026, 10, 23);

/** When the accounts got their coins: half a year before, so that they owe for storage. */
export const since: number = Date.UTC(2026, 4, 23);

/** A wallet of version 4 that has sent before. */
export const sender: Actor = actor(1);
/** A wallet of version 5 that has sent before. */
export const fifth: Actor = actor(2, 'v5r1');
/** A wallet of version 3 that has sent before. */
export const third: Actor = actor(3, 'v3r2');
/** A wallet of the first release of version 3 that has sent before. */
export const oldest: Actor = actor(7, 'v3r1');
/** It has coins, and its wallet is not deployed. */
export const newcomer: Actor = actor(4, 'v5r1');
/** Wallets that have coins, and are not deployed. */
export const newcomers = {
  'a new version 5': newcomer,
  'a new version 4': actor(8),
  'a new version 3': actor(9, 'v3r2'),
  'a new first version 3': actor(10, 'v3r1'),
} as const;
/** A wallet that has sent before. */
export const recipient: Actor = actor(5);
/** A wallet of somebody else. */
export const stranger: Actor = actor(6);

/** An account that was never seen. */
export const nobody: string = bounceable(addressOf('nobody').toString());

/** A contract that an endpoint would like to be paid. */
export const thief: string = addressOf('thief').toString();

/** An address that follows from a name. */
export function addressOf(name: string): Address {
  return new Address(0, createHash('sha256').update(`isochain scene ${name}`).digest());
}

/** The same account in the form that asks for coins to come back. */
export function bounceable(address: string): string {
  return Address.parse(address).toString({ bounceable: true });
}

/** `0:…` in lower case. */
export function rawOf(address: string): string {
  return Address.parse(address).toRawString();
}

/** One coin in nanotons. */
export const coin = 1_000_000_000n;

/** Coins that wallets had half a year ago. */
export const funds: bigint = 100n * coin;
