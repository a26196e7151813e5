import { decodeMulti } from '@msgpack/msgpack';
import { digest, toBase32 } from '../address.ts';
import { encodeCanonical } from './encode.ts';
import { type Fields, type Kind, signedFields } from './fields.ts';
import { Reader, type Value, type ValueMap } from './value.ts';

/** Bytes that a node cannot decode. The message is the node's. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

/** A decoded signed transaction. Fields that are zero are left out, as in the canonical form. */
export interface SignedTransaction {
  /** `sig`, `msig`, `lsig`, `sgnr`... and `txn`. */
  readonly signed: Reader;
  readonly txn: Reader;
  /** The transaction's canonical bytes. */
  readonly bytes: Uint8Array;
  readonly txId: string;
  /** Of the canonical signed transaction. */
  readonly signedBytes: Uint8Array;
}

/** What is signed and hashed: the domain prefix TX and the canonical bytes (go-algorand:protocol/hash.go). */
export const toSign = (bytes: Uint8Array): Uint8Array => Buffer.concat([Buffer.from('TX'), bytes]);

const idOf = (bytes: Uint8Array): string => toBase32(digest(toSign(bytes)));

/** More than this are no group (go-algorand:config/consensus.go MaxTxGroupSize). */
const maxGroupSize = 16;

/**
 * Decodes one signed transaction after the other, as a node does: it takes them in any order of keys and with zero values, and encodes them again
 * (go-algorand:daemon/algod/api/server/v2/handlers.go decodeTxGroup, protocol/codec.go).
 *
 * @throws DecodeError
 */
export function decodeGroup(body: Uint8Array): SignedTransaction[] {
  const group: SignedTransaction[] = [];
  try {
    for (const value of decodeMulti(body, { useBigInt64: true })) {
      group.push(readSigned(value, body));
      if (group.length > maxGroupSize) throw new DecodeError(`max group size is ${maxGroupSize}`);
    }
  } catch (cause) {
    if (cause instanceof DecodeError) throw cause;
    // Bytes end too early.
    if (cause instanceof RangeError) throw new DecodeError('unexpected EOF');
    throw failure(body.length, cause instanceof Error ? cause.message : String(cause));
  }
  if (group.length === 0) throw new DecodeError('empty txgroup');
  return group;
}

/** @throws DecodeError */
function readSigned(value: unknown, body: Uint8Array): SignedTransaction {
  const signed = readMap(value, signedFields, body) ?? {};
  const txn = (signed.txn ?? {}) as ValueMap;
  const bytes = encodeCanonical(txn);
  return {
    signed: new Reader(signed),
    txn: new Reader(txn),
    bytes,
    txId: idOf(bytes),
    signedBytes: encodeCanonical({ ...signed, txn }),
  };
}

function readMap(value: unknown, fields: Fields, body: Uint8Array): ValueMap | undefined {
  if (value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value) || value instanceof Uint8Array) {
    throw failure(0, 'only encoded map or array can be decoded into a struct');
  }
  const result: Record<string, Value> = {};
  for (const [name, member] of Object.entries(value)) {
    const kind = fields[name];
    if (kind === undefined) {
      const end = Buffer.from(body).indexOf(name) + name.length;
      throw failure(end, `no matching struct field found when decoding stream map with key ${name}`);
    }
    const read = readValue(member, kind, name, body);
    if (read !== undefined) result[name] = read;
  }
  return Object.keys(result).length === 0 ? undefined : result;
}

/** Undefined for a zero value. */
function readValue(value: unknown, kind: Kind, name: string, body: Uint8Array): Value | undefined {
  const wrong = () => failure(Buffer.from(body).indexOf(name) + name.length, `cannot decode the value of ${name}`);
  if (value === null) return undefined;
  if (kind === 'uint') {
    if (typeof value !== 'bigint' && !(typeof value === 'number' && Number.isSafeInteger(value))) throw wrong();
    if (value < 0) throw failure(0, `assigning negative signed value: ${value}, to unsigned type`);
    return BigInt(value) === 0n ? undefined : BigInt(value);
  }
  if (kind === 'bool') {
    if (typeof value !== 'boolean') throw wrong();
    return value || undefined;
  }
  if (kind === 'text') {
    if (typeof value !== 'string') throw wrong();
    return value === '' ? undefined : value;
  }
  if (typeof kind === 'object' && 'fields' in kind) return readMap(value, kind.fields, body);
  if (typeof kind === 'object' && 'list' in kind) {
    if (!Array.isArray(value)) throw wrong();
    const { list } = kind;
    return value.length === 0 ? undefined : value.map((one) => readValue(one, list, name, body) ?? zeroOf(list));
  }
  // go-codec takes texts for bytes and bytes for texts.
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  if (!(bytes instanceof Uint8Array)) throw wrong();
  if (kind === 'bytes' || kind === 'name') return bytes.length === 0 ? undefined : new Uint8Array(bytes);
  const length = kind === 'address' ? 32 : kind.fixed;
  if (bytes.length > length) {
    throw failure(0, `cannot expand array len during decode from ${length} to ${bytes.length}`);
  }
  const whole = new Uint8Array(length);
  whole.set(bytes);
  return whole.every((byte) => byte === 0) ? undefined : whole;
}

function zeroOf(kind: Kind): Value {
  if (kind === 'uint') return 0n;
  if (kind === 'bool') return false;
  if (kind === 'text') return '';
  if (kind === 'address') return new Uint8Array(32);
  if (typeof kind === 'object' && 'fields' in kind) return {};
  if (typeof kind === 'object' && 'list' in kind) return [];
  return new Uint8Array(typeof kind === 'object' ? kind.fixed : 0);
}

function failure(position: number, reason: string): DecodeError {
  return new DecodeError(`msgpack decode error [pos ${position}]: ${reason}`);
}

/** Who must have signed: `sgnr`, or the sender. */
export function authorizerOf({ signed, txn }: SignedTransaction): string {
  return signed.has('sgnr') ? signed.address('sgnr') : txn.address('snd');
}
