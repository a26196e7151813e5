/** A field of a protobuf message: its number, and an integer or bytes. */
type Field = readonly [number: number, value: bigint | Uint8Array];

/** Reads the fields of a message. tronweb reads the same bytes, but its integers are doubles. */
function fieldsOf(bytes: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined || shift > 63n) throw new TypeError('A varint has no end.');
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asUintN(64, value);
    }
  };
  while (at < bytes.length) {
    const key = Number(varint());
    const number = key >> 3;
    if ((key & 7) === 0) fields.push([number, varint()]);
    else if ((key & 7) === 2) {
      const length = Number(varint());
      fields.push([number, bytes.subarray(at, at + length)]);
      at += length;
    } else throw new TypeError(`Wire type ${key & 7} does not occur in transactions.`);
  }
  return fields;
}

/** The exact value of an int64 field. 0 if the message does not have it. */
export function int64Of(bytes: Uint8Array, number: number): bigint {
  const found = fieldsOf(bytes).findLast(([one, value]) => one === number && typeof value === 'bigint');
  return found === undefined ? 0n : BigInt.asIntN(64, found[1] as bigint);
}

/** Writes a message with these fields, in their order. */
export function messageOf(fields: readonly Field[]): Uint8Array {
  const parts = fields.map(([number, value]) => {
    if (typeof value === 'bigint') return Buffer.concat([varintOf(BigInt(number << 3)), varintOf(value)]);
    return Buffer.concat([varintOf(BigInt((number << 3) | 2)), varintOf(BigInt(value.length)), value]);
  });
  return Buffer.concat(parts);
}

function varintOf(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}
