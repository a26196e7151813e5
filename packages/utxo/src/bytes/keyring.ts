import { toHex } from '@isochain/core';
import { readPoint } from '../address/curve.ts';
import { hash160 } from '../address/scripts.ts';

/** Public keys by their hashes. */
export interface Keyring {
  /** Adds a key, both as 33 and as 65 bytes. What is no key is left out. */
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
