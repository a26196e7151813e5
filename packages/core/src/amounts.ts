import type { ChainIdentity } from './catalogue.ts';
import type { AmountOf } from './codes/index.ts';

/** The largest amount of any chain: 2^256 - 1 (EVM and Starknet words). */
export const maxAmount = 2n ** 256n - 1n;

const canonical = /^(?:0|[1-9][0-9]{0,77})$/;

/**
 * Reads an amount from outside.
 *
 * @param text - Decimal digits in the smallest unit, without sign, fraction, exponent, spaces or leading zeros.
 * @returns The amount, or `undefined` if the text is not canonical or exceeds 2^256 - 1.
 */
export function parseAmount(text: string): bigint | undefined {
  if (!canonical.test(text)) return undefined;
  const amount = BigInt(text);
  return amount <= maxAmount ? amount : undefined;
}

/**
 * Says why `parseAmount` refused a text, in words for the person who typed it.
 */
export function explainAmount(text: string): string {
  if (text === '') return 'it is empty';
  if (/^\s|\s$/.test(text)) return 'it has spaces around it';
  if (/^0x/i.test(text)) return 'it is hexadecimal';
  if (/^[+-]/.test(text)) return 'it has a sign';
  if (/^[0-9.,]*e[+-]?[0-9]+$/i.test(text)) return 'it has an exponent';
  if (/^[0-9]*[.,][0-9]*$/.test(text)) return 'it has a fraction';
  if (/^0[0-9]+$/.test(text)) return 'it has leading zeros';
  if (/^[0-9]+$/.test(text)) return 'it is larger than 2^256-1';
  return 'it has other characters than digits';
}

/**
 * Writes an amount for people: `1500000` with 6 decimals is `1.5`.
 *
 * @param amount - In the smallest unit.
 */
export function formatAmount(amount: bigint, decimals: number): string {
  const negative = amount < 0n;
  const digits = (negative ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '');
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** `a / b`, rounded up. Both must be positive or zero. Fees are always rounded up: a fee that is too low strands a transaction. */
export function ceilDiv(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

/** An amount of the native coin, for the numbers in a message. */
export function nativeAmount(
  { identity }: { readonly identity: Pick<ChainIdentity, 'decimals' | 'ticker'> },
  amount: bigint,
): AmountOf {
  return { amount, decimals: identity.decimals, ticker: identity.ticker };
}
