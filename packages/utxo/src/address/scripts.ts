import { hash160 } from '@scure/btc-signer/utils.js';
import { concatBytes } from '../bytes/byte-arrays.ts';
import type { AddressType, ScriptType } from './account.ts';
import { tweakKey } from './taproot.ts';

export { hash160 };

/** @param hash - hash160 of a compressed public key. */
export function p2wpkh(hash: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(0x00, 0x14), hash);
}

/** @param hash - hash160 of a public key. */
export function p2pkh(hash: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(0x76, 0xa9, 0x14), hash, Uint8Array.of(0x88, 0xac));
}

/** @param hash - hash160 of the redeem script. */
export function p2sh(hash: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(0xa9, 0x14), hash, Uint8Array.of(0x87));
}

/** @param outputKey - x-only, with the tweak. */
function p2tr(outputKey: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(0x51, 0x20), outputKey);
}

/**
 * The script that locks coins to a single key; for p2tr without a script path (BIP86).
 *
 * @param publicKey - 33 bytes, or 65 for p2pkh.
 */
export function scriptOfKey(type: ScriptType, publicKey: Uint8Array): Uint8Array {
  if (type === 'p2tr') return p2tr(tweakKey(publicKey.subarray(1)).key);
  const hash = hash160(publicKey);
  if (type === 'p2pkh') return p2pkh(hash);
  return type === 'p2wpkh' ? p2wpkh(hash) : p2sh(hash160(p2wpkh(hash)));
}

/** The bytes before and after the hash or key in each standard script. */
const forms: readonly { readonly type: AddressType; readonly head: readonly number[]; readonly length: number }[] = [
  { type: 'p2wpkh', head: [0x00, 0x14], length: 22 },
  { type: 'p2wsh', head: [0x00, 0x20], length: 34 },
  { type: 'p2tr', head: [0x51, 0x20], length: 34 },
  { type: 'p2sh', head: [0xa9, 0x14], length: 23 },
  { type: 'p2pkh', head: [0x76, 0xa9, 0x14], length: 25 },
];
const tails: Partial<Record<AddressType, readonly number[]>> = { p2sh: [0x87], p2pkh: [0x88, 0xac] };

/** The type of a script and its hash or key; undefined if the script has no address. */
export function readScript(
  script: Uint8Array,
): { readonly type: AddressType; readonly payload: Uint8Array } | undefined {
  for (const { type, head, length } of forms) {
    const tail = tails[type] ?? [];
    const end = length - tail.length;
    if (
      script.length === length &&
      head.every((byte, i) => script[i] === byte) &&
      tail.every((byte, i) => script[end + i] === byte)
    ) {
      return { type, payload: script.slice(head.length, end) };
    }
  }
  return undefined;
}
