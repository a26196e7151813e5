/** No field, chain or mode has a longer name. Every private key and recovery phrase is longer (16 bytes in hex have 32 digits, but are no key). */
const longest = 40;

/**
 * Makes a client's text safe for an answer or a log line. A text that is longer than any name, or has other characters than names have, may be a
 * secret or an attack, and is not repeated.
 */
export function shownName(text: string): string {
  return text.length <= longest && /^[\w.-]*$/.test(text) ? text : '(not shown)';
}
