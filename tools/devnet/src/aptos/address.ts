import { createHash } from 'node:crypto';

/** 32 bytes in lower-case hex with 0x and all 64 digits. */
export type Address = `0x${string}`;

/** A struct type as the node writes it: addresses without leading zeros, `0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>`. */
export type TypeName = string;

/** The metadata object of APT, and its coin type. */
export const aptAsset = toAddress('0xa');
export const aptCoin: TypeName = '0x1::aptos_coin::AptosCoin';

/** @throws TypeError for text that is no address of up to 64 digits. */
export function toAddress(text: string): Address {
  const digits = /^(?:0x)?([0-9a-f]{1,64})$/i.exec(text)?.[1];
  if (digits === undefined) throw new TypeError(`Not an address: ${text.slice(0, 80)}`);
  return `0x${digits.toLowerCase().padStart(64, '0')}`;
}

/** As the node's JSON has it: without leading zeros. */
export function shortAddress(address: Address): string {
  return `0x${address.slice(2).replace(/^0+(?=.)/, '')}`;
}

/** Drops leading zeros and spaces, which is how the node spells types. */
export function normalType(text: string): TypeName {
  return text.replace(/\s+/g, '').replace(/0x0*([0-9a-fA-F]+)/g, (_, digits: string) => `0x${digits.toLowerCase()}`);
}

export function sha3(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha3-256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}

export function addressBytes(address: Address): Uint8Array {
  return Uint8Array.from(Buffer.from(address.slice(2), 'hex'));
}

export function hex(bytes: Uint8Array): `0x${string}` {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}

const text = (value: string) => new TextEncoder().encode(value);

/** The primary store of an owner: `sha3(owner || metadata || 0xFC)` (aptos-core, object.move: create_user_derived_object_address). */
export function storeAddress(owner: Address, asset: Address): Address {
  return hex(sha3(addressBytes(owner), addressBytes(asset), Uint8Array.of(0xfc)));
}

/** A named object: `sha3(creator || seed || 0xFE)` (aptos-core, object.move: create_object_address). */
export function namedObject(creator: Address, seed: string): Address {
  return hex(sha3(addressBytes(creator), text(seed), Uint8Array.of(0xfe)));
}

/** The asset that a coin is paired with once it has been migrated: an object of 0xa, named by the coin type. */
export function pairedAsset(coinType: TypeName): Address {
  return coinType === aptCoin ? aptAsset : namedObject(aptAsset, coinType);
}

/** The authentication key of an ed25519 public key, which is the address of an account that never rotated. */
export function authenticationKey(publicKey: Uint8Array, scheme: 'ed25519' | 'single_key'): Address {
  if (scheme === 'ed25519') return hex(sha3(publicKey, Uint8Array.of(0)));
  return hex(sha3(Uint8Array.of(0, 32), publicKey, Uint8Array.of(2)));
}
