/** The longest name of a token or validator that we show. */
const maxNameLength = 64;

/**
 * A text that somebody else wrote (a token's name, a validator's), fit to be shown: without control and format characters, which could
 * mislead a reader (text direction, invisible letters), on one line, and not endless.
 */
export function cleanText(text: string, maxLength = maxNameLength): string {
  const clean = text
    .replace(/[\p{Cf}\p{Cs}\p{Co}]/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
  // By code points, as half a one is none.
  return [...clean].slice(0, maxLength).join('').trim();
}

/** An address for people, where there is no name: `EPjF..Dt1v`. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 4)}..${address.slice(-4)}`;
}
