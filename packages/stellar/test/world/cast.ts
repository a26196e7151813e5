import { type Actor, actor } from './actor.ts';

// The accounts of the scenes.

export { newcomer, partner, recipient, sender, stranger } from './actor.ts';

/** The time of all scenes: 2026-11-23T00:00:00Z. In milliseconds. */
export const now: number = Date.UTC(2026, 10, 23);
/** Stroops. */
export const xlm = 10_000_000n;

/** An upstream that lies would like to pay it. It exists, and trusts the tokens of the scenes. */
export const thief: Actor = actor('thief');
/** It holds 50 XLM and nothing else. */
export const leaver: Actor = actor('leaver');
/** It exists, and has no trustlines. */
export const untrusting: Actor = actor('untrusting');
/** It takes payments with a memo only. */
export const exchange: Actor = actor('exchange');
/** Two of its three keys sign together. */
export const shared: Actor = actor('shared');
export const cosigners: readonly [Actor, Actor] = [actor('first cosigner'), actor('second cosigner')];
/** It has 100 stroops beside its reserve. */
export const poor: Actor = actor('poor');
