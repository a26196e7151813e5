/**
 * The smallest value that at least a share of all values does not exceed (nearest rank). So it is always a measured value.
 *
 * @param share - Above 0 and up to 1: 0.99 for the 99th percentile.
 * @throws RangeError if there are no values.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('There is no percentile of nothing.');
  return value;
}

/** @throws RangeError if there are no values. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
