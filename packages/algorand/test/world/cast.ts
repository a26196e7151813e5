import { type Actor, actor } from './actor.ts';

// The accounts of the scenes.

export { newcomer, recipient, sender, stranger } from './actor.ts';

/** The time of all scenes: 2026-11-23T00:00:00Z. In milliseconds. */
export const now: number = Date.UTC(2026, 10, 23);
/** MicroAlgos. */
export const algo = 1_000_000n;

/** It holds 50 ALGO and nothing else. */
export const leaver: Actor = actor('leaver');
/** The key of `cold` signs for it. */
export const rekeyed: Actor = actor('rekeyed');
export const cold: Actor = actor('cold');
/** It takes part in the consensus. */
export const voter: Actor = actor('voter');
/** It holds 30,000 ALGO. */
export const rich: Actor = actor('rich');
/** It has 500 microAlgos beside its minimum balance. */
export const poor: Actor = actor('poor');
/** An upstream that lies would like to pay it. */
export const thief: Actor = actor('thief');
