/** The highest signed 64-bit number: the highest balance and limit. */
export const highest = 2n ** 63n - 1n;

/** Stroops (10^-7) as Horizon writes amounts: with exactly 7 decimals. */
export function toText(stroops: bigint): string {
  const digits = (stroops < 0n ? -stroops : stroops).toString().padStart(8, '0');
  return `${stroops < 0n ? '-' : ''}${digits.slice(0, -7)}.${digits.slice(-7)}`;
}

/** Seconds since 1970 as Horizon writes points in time: `2026-08-04T20:14:07Z`. */
export function toTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
