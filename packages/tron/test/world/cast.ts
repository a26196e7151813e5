import { createHash } from 'node:crypto';
import { utils } from 'tronweb';
import { type Actor, actor } from './actor.ts';

// The accounts and tokens of the scenes.

export { nobody, recipient, sender, stranger } from './actor.ts';

/** The time of all scenes: 2026-11-23T00:00:00Z. In milliseconds. */
export const now: number = Date.UTC(2026, 10, 23);
/** Sun. */
export const trx = 1_000_000n;

/** An upstream that lies would like to pay it. */
export const thief: Actor = actor('thief');
/** It has stakes of every kind, and rewards. */
export const staker: Actor = actor('staker');
/** An active permission of `guarded` is its own. */
export const clerk: Actor = actor('clerk');
/** `clerk` may send its TRX. */
export const guarded: Actor = actor('guarded');
/** Its owner permission belongs to `stranger`. */
export const watched: Actor = actor('watched');
/** 0.5 TRX. */
export const poor: Actor = actor('poor');

/** Tether's contract. Its facts are known without asking (tether.to/en/supported-protocols). */
export const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
/** A TRC-20 token that nobody knows. */
export const gold: string = actor('gold').address;
/** A token that burns a part of each transfer. */
export const burning: string = actor('burning').address;
/** A TRC-10 token. */
export const asset = '1009001';

/** The representative with the nth most votes, from 0 on. */
export function representative(index: number): string {
  // As the stand-in names them: tools/devnet/src/tron/witnesses.ts.
  const hash = createHash('sha256').update(`isochain devnet witness ${index}`).digest('hex');
  return utils.address.fromHex(`41${hash.slice(0, 40)}`);
}

export function hexOf({ address }: Pick<Actor, 'address'>): string {
  return utils.address.toHex(address).toLowerCase();
}
