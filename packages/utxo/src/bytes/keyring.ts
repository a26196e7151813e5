import { toHex } from '@isochain/core';
import { readPoint } from '../address/curve.ts';
import { hash160 } from '../address/scripts.ts';

/** Public keys by their hashes. */
export interface Keyring {
  /** Adds a key, in both forms, of 33 and of 65 bytes. Bytes that are not a key are ignored. */
  add(publicKey: Uint8Array): void;
  /** @param hash - Hash160. */
  find(hash: Uint8Array): Uint8Array | undefined;
}

export function createKeyring(): Keyring {
  const keys = new Map<string, Uint8Array>();
  return {
    add(publicKey) {
      const point = readPoint(publicKey);
      for (const key of point === undefined ? [] : [point.compressed, point.full]) keys.set(toHex(hash160(key)), key);
    },
    find: (hash) => keys.get(toHex(hash)),
  };
}
