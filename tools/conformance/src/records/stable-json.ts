import { stringifyJson } from '@isochain/core/upstream';

/** JSON with sorted keys and no `undefined`: equal values give equal text. Integers of any size keep all their digits. */
export function stableJson(value: unknown): string {
  return stringifyJson(sorted(value));
}

/** The same value with sorted keys and without members that are `undefined`. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => sorted(item ?? null));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([key, member]) => [key, sorted(member)]));
}
