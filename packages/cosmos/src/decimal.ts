/** Decimals have 18 digits behind the point at most (cosmossdk.io/math LegacyDec). They are kept as integers, and this integer is 1. */
export const decimalUnit: bigint = 10n ** 18n;

/**
 * Reads a decimal number.
 *
 * @param text - Digits, and perhaps a point with up to 18 digits behind it: `0.025`. Checked before.
 * @returns In units of 10^-18.
 */
export function readDecimal(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
}
