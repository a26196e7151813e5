import { type Address, addressLength, toAddress } from '../address/address.ts';

/** Reads empty parts beyond the end. Callers check once, at the end, whether that happened. */
export function createReader(bytes: Uint8Array) {
  let offset = 0;
  let isSound = true;
  const take = (count: number): Uint8Array => {
    const part = bytes.subarray(offset, offset + count);
    offset += count;
    return part;
  };
  const byte = (): number => take(1)[0] ?? 0;
  const length = (): number => {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const part = byte();
      value |= (part & 0x7f) << shift;
      if (part < 0x80) {
        // A length has one valid spelling, and at most 16 bits.
        if ((part === 0 && shift > 0) || value > 0xffff) isSound = false;
        return value;
      }
    }
    isSound = false;
    return 0;
  };
  const number = (count: number): bigint => take(count).reduceRight((value, part) => value * 256n + BigInt(part), 0n);
  return {
    byte,
    length,
    /** A number of so many bytes, lowest first. */
    number,
    /** An address or a blockhash, in base58. */
    address(): Address {
      const part = take(addressLength);
      return toAddress(part.length === addressLength ? part : new Uint8Array(addressLength));
    },
    bytes: take,
    list<T>(read: () => T): T[] {
      const items: T[] = [];
      for (let left = length(); left > 0 && offset <= bytes.length; left--) items.push(read());
      return items;
    },
    rest: () => take(Math.max(0, bytes.length - offset)),
    isAtEnd: () => isSound && offset === bytes.length,
  };
}
