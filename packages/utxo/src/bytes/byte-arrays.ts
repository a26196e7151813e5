import { fromHex } from '@isochain/core';

export { compareBytes, concatBytes, equalBytes } from '@scure/btc-signer/utils.js';

/** Bytes of hex that was checked before; none where it is no hex. */
export function bytesOf(hex: string): Uint8Array {
  return fromHex(hex) ?? new Uint8Array();
}
