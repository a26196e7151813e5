import { type Checked, fromHex } from '@isochain/core';
import { equalBytes } from '../bytes.ts';
import type { Network } from '../chains.ts';
import type { ScriptType } from './account.ts';
import { accountOf } from './account-id.ts';
import { addressOf } from './address.ts';
import { readPoint } from './curve.ts';
import { type Refusal, refusal } from './refusal.ts';
import { scriptOfKey } from './scripts.ts';

export interface PublicKey {
  readonly ok: true;
  /** 33 bytes. */
  readonly compressed: Uint8Array;
  /** 65 bytes. */
  readonly full: Uint8Array;
  /** Whether it came with 65 bytes. */
  readonly isUncompressed: boolean;
  /** As it came. */
  readonly bytes: Uint8Array;
}

/** @param hex - 33 or 65 bytes, with or without 0x. */
export function readPublicKey(hex: string): PublicKey | Refusal {
  const bytes = fromHex(hex.trim());
  if (bytes === undefined) return refusal('it is not hexadecimal');
  if (bytes.length !== 33 && bytes.length !== 65) {
    return refusal(`it has ${bytes.length} bytes: expected 33 (compressed) or 65 (uncompressed)`);
  }
  const point = readPoint(bytes);
  if (point === undefined) return refusal('it is not a point of the curve secp256k1');
  return { ok: true, ...point, isUncompressed: bytes.length === 65, bytes };
}

/** The first is the default: plain ECDSA signers cannot sign for p2tr. */
const scriptTypes: readonly ScriptType[] = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh'];

/** The addresses of the compressed key on the chain, the default first. */
export function addressesOfKey(
  network: Network,
  hex: string,
): { type: ScriptType; address: string }[] | { readonly invalid: string } {
  const key = readPublicKey(hex);
  return key.ok ? addressesOf(network, key) : { invalid: key.reason };
}

function addressesOf(network: Network, { compressed }: PublicKey): { type: ScriptType; address: string }[] {
  const types = network.bech32 === undefined ? (['p2pkh'] as const) : scriptTypes;
  return types.flatMap((type) => {
    const address = addressOf(network, scriptOfKey(type, compressed));
    return address === undefined ? [] : [{ type, address }];
  });
}

/** How a key unlocks a script; undefined if it does not. */
export function spendOf(script: Uint8Array, key: PublicKey): ScriptType | 'p2pkh-uncompressed' | undefined {
  const type = scriptTypes.find((each) => equalBytes(scriptOfKey(each, key.compressed), script));
  return type ?? (equalBytes(scriptOfKey('p2pkh', key.full), script) ? 'p2pkh-uncompressed' : undefined);
}

/**
 * Whose key it is: the sender if the key is the sender's; else the key's default address. Of extended keys the sender's wallet has many keys,
 * and what locks a p2wsh address is not known: there the sender is taken at its word.
 *
 * @param sender - Canonical.
 */
export function ownerOf(network: Network, hex: string, sender: string | undefined): Checked {
  const key = readPublicKey(hex);
  if (!key.ok) return key;
  const account = sender === undefined ? undefined : accountOf(network, sender);
  const isSender =
    account !== undefined &&
    (account.kind === 'extended' || account.type === 'p2wsh' || spendOf(account.script, key) !== undefined);
  if (isSender && sender !== undefined) return { ok: true, canonical: sender };
  const [owner] = addressesOf(network, key);
  return owner === undefined ? refusal('it has no address on the chain') : { ok: true, canonical: owner.address };
}
