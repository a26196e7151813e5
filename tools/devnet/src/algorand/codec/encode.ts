import { encode } from '@msgpack/msgpack';
import { toAddress, toBase64 } from '../address.ts';
import { type Fields, type Kind, signedFields } from './fields.ts';
import type { Value, ValueMap } from './value.ts';

/** From here the library writes only a bigint as an integer of 8 bytes. */
const wide = 2n ** 32n;

/** Encodes in the canonical form: keys in order, integers as short as can be. Zero values must be left out by then. */
export function encodeCanonical(map: ValueMap): Uint8Array {
  return encode(plain(map), { sortKeys: true, useBigInt64: true });
}

/** The library writes small integers short only as numbers. */
function plain(value: Value): unknown {
  if (typeof value === 'bigint') return value < wide ? Number(value) : value;
  if (typeof value !== 'object' || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}

/** A signed transaction as a node writes it in JSON: addresses as such, other bytes as base64 (go-algorand:protocol/codec.go JSONHandle). */
export function signedToJson(signed: ValueMap): Record<string, unknown> {
  return mapToJson(signed, signedFields);
}

function mapToJson(map: ValueMap, fields: Fields): Record<string, unknown> {
  const names = Object.keys(map).sort();
  return Object.fromEntries(names.map((name) => [name, toJson(map[name] as Value, fields[name] as Kind)]));
}

function toJson(value: Value, kind: Kind): unknown {
  if (value instanceof Uint8Array) {
    if (kind === 'address') return toAddress(value);
    return kind === 'name' ? Buffer.from(value).toString('utf8') : toBase64(value);
  }
  if (Array.isArray(value)) {
    const { list } = kind as { list: Kind };
    return value.map((one) => toJson(one, list));
  }
  if (typeof value === 'object') return mapToJson(value as ValueMap, (kind as { fields: Fields }).fields);
  return value;
}
