import { RejectedAnswer } from '@isochain/core/upstream';

/** A transaction expires at most a day after the latest block (MAXIMUM_TIME_UNTIL_EXPIRATION of tronprotocol/java-tron). */
const longestLifeMs = 24 * 60 * 60 * 1000;

/** Blocks, and the clocks of their makers, are a little apart. */
const slackMs = 60_000;

/**
 * Compares when an upstream says that a transaction was mined with what was signed: no block takes it after its expiration, and none a day before.
 *
 * @param time - Of the block, in milliseconds since 1970.
 * @param expiration - In milliseconds since 1970. 0 if it is not known.
 * @throws RejectedAnswer if it cannot be.
 */
export function checkBlockTime(time: number, expiration: number): void {
  if (expiration === 0) return;
  if (time > expiration + slackMs || time < expiration - longestLifeMs - slackMs)
    throw new RejectedAnswer('a transaction stands in a block that could not take it');
}

/** @throws RejectedAnswer if a time is after that of the latest block. */
export function checkPast(time: number, latest: number): void {
  if (time > latest + slackMs) throw new RejectedAnswer('a transaction stands in a block of the future');
}
