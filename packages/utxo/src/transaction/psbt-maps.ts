import { toHex } from '@isochain/core';
import { ByteReader, readWhole } from '../byte-reader.ts';
import { compactSize, sized } from '../byte-writer.ts';
import { concatBytes, joinBytes } from '../bytes.ts';
import type { Field } from './psbt-fields.ts';
import { nothing } from './psbt-forms.ts';

// A PSBT is a sequence of maps (BIP174): one of the whole, and one of each input and output. A map ends with an empty key.

/**
 * Reads a map. Types that are not in the table are skipped.
 *
 * @returns Fields by their names; of keyed ones lists of key and value.
 * @throws RangeError if a key is there twice, or a field is not of its form, not of this version, or missing.
 */
export function readMap(reader: ByteReader, table: readonly Field[], version: 0 | 2): Record<string, unknown> {
  const entries = readEntries(reader);
  const found: Record<string, unknown> = {};
  for (const { type, key, name, value, only = version, isRequired } of table) {
    const own = entries.get(type) ?? [];
    if (only !== version ? own.length > 0 : isRequired && own.length === 0) throw new RangeError();
    const read = own.map((entry) => [readWhole(entry.key, key), readWhole(entry.value, value)]);
    if (name !== undefined && read.length > 0) found[name] = key === nothing ? read[0]?.[1] : read;
  }
  return found;
}

interface Entry {
  /** Without its type. */
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

function readEntries(reader: ByteReader): ReadonlyMap<number, readonly Entry[]> {
  const entries = new Map<number, Entry[]>();
  const seen = new Set<string>();
  for (let full = reader.sized(); full.length > 0; full = reader.sized()) {
    const name = toHex(full);
    if (seen.has(name)) throw new RangeError();
    seen.add(name);
    const inKey = new ByteReader(full);
    const type = inKey.size();
    const own = entries.get(type) ?? [];
    own.push({ key: inKey.rest(), value: reader.sized() });
    entries.set(type, own);
  }
  return entries;
}

/** Values by name, as bytes; of keyed fields one with its key. */
export type FieldBytes = Readonly<
  Record<string, Uint8Array | readonly [key: Uint8Array, value: Uint8Array] | undefined>
>;

/** Writes a map, in the order of the table. */
export function writeMap(table: readonly Field[], fields: FieldBytes): Uint8Array {
  const entries = table.flatMap(({ type, name = '' }) => {
    const field = fields[name] ?? [];
    const [key, value] = field instanceof Uint8Array ? [new Uint8Array(), field] : field;
    return key && value ? [sized(concatBytes(compactSize(type), key)), sized(value)] : [];
  });
  return joinBytes([...entries, Uint8Array.of(0)]);
}
