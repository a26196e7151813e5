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

/**
 * Whether all nodes write a text alike. Go writes U+0008 and U+000C as `\b` and `\f` since 1.22, and as `\u0008` and `\u000c` before
 * (https://go.dev/doc/go1.22#encodingjsonpkgencodingjson): which one a node was built with is not known.
 */
export function isWrittenAlike(text: string): boolean {
  return !/[\b\f]/.test(text);
}
