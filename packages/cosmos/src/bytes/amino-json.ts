/**
 * JSON as signers of amino documents write it: keys sorted, without spaces, with the characters escaped that Go's `encoding/json` escapes: `&`, `<`,
 * `>`, U+2028 and U+2029 (https://pkg.go.dev/encoding/json#Marshal). cosmjs 0.39 does not escape the last two: nodes refuse its signature of such a
 * memo.
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
 * Whether all nodes write a text the same way. Go writes U+0008 and U+000C as `\b` and `\f` since 1.22, and as `\u0008` and `\u000c` before
 * (https://go.dev/doc/go1.22#encodingjsonpkgencodingjson). We do not know which Go built a node.
 */
export function isWrittenAlike(text: string): boolean {
  return !/[\b\f]/.test(text);
}
