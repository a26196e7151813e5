import { toAddress, zeroAddress } from '../address.ts';

/** A value of a decoded transaction. Integers are bigints, addresses are 32 bytes. */
export type Value = bigint | boolean | string | Uint8Array | readonly Value[] | ValueMap;

export interface ValueMap {
  readonly [name: string]: Value;
}

/** Reads fields of a decoded map. A field that is not there has its zero value. */
export class Reader {
  readonly fields: ValueMap;

  constructor(fields: ValueMap) {
    this.fields = fields;
  }

  has(name: string): boolean {
    return this.fields[name] !== undefined;
  }

  uint(name: string): bigint {
    const value = this.fields[name];
    return typeof value === 'bigint' ? value : 0n;
  }

  flag(name: string): boolean {
    return this.fields[name] === true;
  }

  text(name: string): string {
    const value = this.fields[name];
    return typeof value === 'string' ? value : '';
  }

  bytes(name: string): Uint8Array {
    const value = this.fields[name];
    return value instanceof Uint8Array ? value : new Uint8Array();
  }

  /** The zero address if it is not there. */
  address(name: string): string {
    const value = this.fields[name];
    return value instanceof Uint8Array ? toAddress(value) : zeroAddress;
  }

  map(name: string): Reader {
    const value = this.fields[name];
    const isMap = typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array);
    return new Reader(isMap ? (value as ValueMap) : {});
  }

  list(name: string): readonly Value[] {
    const value = this.fields[name];
    return Array.isArray(value) ? value : [];
  }
}
