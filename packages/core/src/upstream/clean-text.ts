/** The longest name of a token or validator that we show. */
const maxNameLength = 64;

/**
 * Makes other people's text (the name of a token or validator) safe to show. It removes control and format characters, which could mislead a reader
 * (text direction, invisible letters), puts the text on one line, and shortens it.
 */
export function cleanText(text: string, maxLength = maxNameLength): string {
  const clean = text
    .replace(/[\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
  // Cuts between code points, never inside one.
  return [...clean].slice(0, maxLength).join('').trim();
}

/** A short address, if there is no name: `EPjF..Dt1v`. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 4)}..${address.slice(-4)}`;
}
