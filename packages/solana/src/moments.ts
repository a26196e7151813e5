/** The last second that a date of JavaScript can show (ECMA-262, time range): more than any node means, and what clients can read. */
const lastSecond = 8_640_000_000_000n;

/** @param seconds - Since 1970, when there was no chain yet. */
export function isMoment(seconds: bigint): boolean {
  return seconds >= 0n && seconds <= lastSecond;
}
