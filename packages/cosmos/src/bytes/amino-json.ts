/**
 * JSON as signers of amino documents write it: keys sorted, without spaces, with the characters escaped that Go's `encoding/json` escapes: `&`, `<`,
 * `>`, U+2028 and U+2029 (https://pkg.go.dev/encoding/json#Marshal). cosmjs 0.39 leaves out the last two: what it signs with such a memo is refused.
 */
export function toAminoJson(document: unknown): string {
  return JSON.stringify(sorted(document)).replace(
    /[&<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}
