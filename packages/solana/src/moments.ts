/** The last second of a JavaScript date (ECMA-262, time range). Real times are earlier, and clients cannot read later ones. */
const lastSecond = 8_640_000_000_000n;

/** @param seconds - Since 1970, which is before the chain began. */
export function isMoment(seconds: bigint): boolean {
  return seconds >= 0n && seconds <= lastSecond;
}
