import { fromHex } from '@isochain/core';

export { compareBytes, concatBytes, equalBytes } from '@scure/btc-signer/utils.js';

/** Bytes of hex that was checked before; none where it is no hex. */
export function bytesOf(hex: string): Uint8Array {
  return fromHex(hex) ?? new Uint8Array();
}

/** What a function makes; undefined where it throws, whatever it is. Of what comes from outside, and may be wrong in many ways. */
export function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
