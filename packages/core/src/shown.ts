/** Names of fields, chains and modes are shorter; every private key and recovery phrase is longer (16 bytes in hex have 32 digits, and are no key). */
const longest = 40;

/**
 * A text of a client as an answer or a log line may repeat it: one that is longer than any name, or has characters that no name has, may be a
 * secret or an attack, and is not repeated.
 */
export function shownName(text: string): string {
  return text.length <= longest && /^[\w.-]*$/.test(text) ? text : '(not shown)';
}
