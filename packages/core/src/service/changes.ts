import type { Assembled, Bytes } from '../contract/bytes.ts';
import type { FamilyTypes } from '../contract/family-types.ts';
import { type Problem, problem } from '../problem.ts';
import type { EncodedItem } from '../schema/encoded.ts';
import { signatureField } from '../signatures/refusals.ts';

/** Further changes say nothing new: it is another transaction then. */
const mostChanges = 8;

/** Hashes and whole transactions are longer. Nobody compares those by eye. */
const longestShown = 100;

/**
 * What a wallet changed before it signed: both transactions are read from their bytes, and each field that differs is a problem.
 *
 * @param ours - What encode answered.
 * @param theirs - What was signed, in the same form as one of our items.
 * @returns Nothing if the bytes cannot be read, or do something that encode never does.
 */
export function changesIn<T extends FamilyTypes>(
  bytes: Pick<Bytes<T>, 'explain'>,
  { items, copies = {} }: Pick<Assembled<T>, 'items' | 'copies'>,
  theirs: EncodedItem,
): Problem[] {
  // Read from the same form, both have the same fields.
  const ours = items.filter(({ raw }) => raw !== undefined && raw.format === theirs.raw?.format).slice(0, 1);
  const [before, after] = [fieldsIn(bytes, ours), fieldsIn(bytes, [theirs])];
  if (before === undefined || after === undefined) return [];
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  const isCopy = (name: string) => Object.keys(copies).some((copy) => name.startsWith(`params.${copy}`));
  // Copies repeat the bytes. They count if no other field shows the change.
  const own = changed.filter((name) => !isCopy(name));
  return (own.length > 0 ? own : changed)
    .map((what) => ({ what, from: shown(before.get(what)), to: shown(after.get(what)) }))
    .filter(({ from, to }) => from.length <= longestShown && to.length <= longestShown)
    .slice(0, mostChanges)
    .map((context) => problem('signature.changed', context, signatureField));
}

function shown(value: string | undefined): string {
  return value === undefined || value === '' ? 'nothing' : value;
}

/** Fields by their path, as text. Undefined if the bytes make no mode. */
function fieldsIn<T extends FamilyTypes>(
  bytes: Pick<Bytes<T>, 'explain'>,
  items: readonly EncodedItem[],
): ReadonlyMap<string, string> | undefined {
  try {
    const { data } = bytes.explain?.(items) ?? {};
    if (data === undefined || data.mode === 'unknown') return undefined;
    return new Map(leavesOf(data));
  } catch {
    return undefined;
  }
}

function leavesOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, path === '' ? name : `${path}.${name}`));
}
