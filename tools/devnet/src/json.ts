// Part of ECMAScript 2026 and of Node since 21, but not of the es2023 library that this workspace compiles with.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/** Writes JSON; a `bigint` becomes an integer of full length, as nodes write lamports, sun and nanotons. */
export function stringifyJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? rawJSON(String(item)) : item));
}

/** Reads JSON; an integer that a `number` cannot hold exactly becomes a `bigint`. */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_, value: unknown, context?: { source?: string }) => {
    const source = context?.source;
    const exact = typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined;
    return exact || !/^-?\d+$/.test(source) ? value : BigInt(source);
  });
}
