import { fromHex, type Parsed, toHex } from '@isochain/core';
import { equalBytes } from '../bytes/byte-arrays.ts';
import type { Network } from '../chains.ts';
import type { Account, ScriptType } from './account.ts';
import { canonicalOf } from './account-id.ts';
import { addressOf } from './address.ts';
import { readPoint } from './curve.ts';
import { refusal } from './refusal.ts';
import { scriptOfKey } from './scripts.ts';

export interface PublicKey {
  /** 33 bytes. */
  readonly compressed: Uint8Array;
  /** 65 bytes. */
  readonly full: Uint8Array;
}

/** @param hex - 33 or 65 bytes, with or without 0x. */
export function readPublicKey(hex: string): Parsed<PublicKey> {
  const bytes = fromHex(hex.trim());
  if (bytes === undefined) return refusal('it is not hexadecimal');
  if (bytes.length !== 33 && bytes.length !== 65) {
    return refusal(`it has ${bytes.length} bytes: expected 33 (compressed) or 65 (uncompressed)`);
  }
  const point = readPoint(bytes);
  if (point === undefined) return refusal('it is not a point of the curve secp256k1');
  return { ok: true, canonical: toHex(point.compressed), value: point };
}

/** The first is the default. It is not p2tr, as plain ECDSA signers cannot sign for that. */
const scriptTypes: readonly ScriptType[] = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh'];

/** The addresses of the compressed key on the chain, the default first. */
export function addressesOfKey(
  network: Network,
  hex: string,
): { type: ScriptType; address: string }[] | { readonly invalid: string } {
  const key = readPublicKey(hex);
  return key.ok ? addressesOf(network, key.value) : { invalid: key.reason };
}

function addressesOf(network: Network, { compressed }: PublicKey): { type: ScriptType; address: string }[] {
  const types = network.bech32 === undefined ? (['p2pkh'] as const) : scriptTypes;
  return types.flatMap((type) => {
    const address = addressOf(network, scriptOfKey(type, compressed));
    return address === undefined ? [] : [{ type, address }];
  });
}

/** The way a key unlocks a script; undefined if it does not unlock it. */
export function spendOf(script: Uint8Array, key: PublicKey): ScriptType | 'p2pkh-uncompressed' | undefined {
  const type = scriptTypes.find((each) => equalBytes(scriptOfKey(each, key.compressed), script));
  return type ?? (equalBytes(scriptOfKey('p2pkh', key.full), script) ? 'p2pkh-uncompressed' : undefined);
}

/**
 * The owner of a key: the sender if the key is the sender's, else the key's default address. The key is taken as the sender's without a check if the
 * sender is an extended key, which has many keys, or a p2wsh address, where the keys are not known.
 *
 * @returns The account id, canonical.
 */
export function ownerOf(network: Network, key: PublicKey, sender: Account | undefined): string {
  const isSenders =
    sender?.kind === 'extended' || sender?.type === 'p2wsh' || (sender && spendOf(sender.script, key)) !== undefined;
  if (sender !== undefined && isSenders) return canonicalOf(sender);
  const [owner] = addressesOf(network, key);
  if (owner === undefined) throw new TypeError('the chain has no addresses of keys');
  return owner.address;
}
