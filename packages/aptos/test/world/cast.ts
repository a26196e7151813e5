import { type Actor, actor } from './actor.ts';

// The accounts of the scenes.

export { newcomer, nobody, recipient, sender, singleKey, stranger } from './actor.ts';

/** The time of all scenes: 2026-11-23T00:00:00Z. In milliseconds. */
export const now: number = Date.UTC(2026, 10, 23);
/** Octas. */
export const apt = 100_000_000n;

/** An upstream that lies would like to pay it. */
export const thief: Actor = actor('thief');
/** It has 60 APT with the first pool, and unlocks 15 more. */
export const staker: Actor = actor('staker');
/** It has 30 APT with the first pool, and 20 more that it may withdraw. */
export const leaver: Actor = actor('leaver');
/** Another key controls it. */
export const rotated: Actor = actor('rotated');
/** 0.0000001 APT, which pays no fees. */
export const poor: Actor = actor('poor');
