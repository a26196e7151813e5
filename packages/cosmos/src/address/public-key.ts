import { attempt, fromBase64, fromHex, type Parsed, toHex } from '@isochain/core';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { KeyKind, NamedChain } from '../chains.ts';
import { type Address, toAddress } from './address.ts';

/** A public key and its address. */
export interface PublicKey {
  /** 33 bytes (SEC 1, compressed), as transactions hold it. */
  readonly compressed: Uint8Array;
  readonly address: Address;
}

/** What differs between kinds of keys. */
interface Keys {
  /** Type of the message that holds the key: field 1 has its bytes. */
  readonly typeUrl: string;
  readonly hashFormat: 'sha256' | 'keccak256';
  readonly hash: (bytes: Uint8Array) => Uint8Array;
  /** 20 bytes. */
  readonly addressOf: (compressed: Uint8Array) => Uint8Array;
}

/** Keys as on Ethereum: the address is the end of keccak256 over both coordinates (ethermint crypto/ethsecp256k1/ethsecp256k1.go). */
const likeEthereum = {
  hashFormat: 'keccak256',
  hash: keccak_256,
  addressOf: (compressed: Uint8Array) =>
    keccak_256(secp256k1.Point.fromBytes(compressed).toBytes(false).subarray(1)).subarray(-20),
} as const;

export const keyKinds: Readonly<Record<KeyKind, Keys>> = {
  // cosmos-sdk crypto/keys/secp256k1/secp256k1.go
  secp256k1: {
    typeUrl: '/cosmos.crypto.secp256k1.PubKey',
    hashFormat: 'sha256',
    hash: sha256,
    addressOf: (compressed) => ripemd160(sha256(compressed)),
  },
  // injectived 1.20.1, run on 2026-11-22
  injective: { typeUrl: '/injective.crypto.v1beta1.ethsecp256k1.PubKey', ...likeEthereum },
  // evmos/ethermint proto/ethermint/crypto/v1/ethsecp256k1/keys.proto
  ethermint: { typeUrl: '/ethermint.crypto.v1.ethsecp256k1.PubKey', ...likeEthereum },
};

/** @param text - 33 bytes (compressed) or 65 (uncompressed): hex with or without 0x, or base64, as nodes write keys. */
export function readPublicKey({ chain }: NamedChain, text: string): Parsed<PublicKey> {
  const trimmed = text.trim();
  const bytes = fromHex(trimmed) ?? fromBase64(trimmed);
  if (bytes === undefined) return { ok: false, reason: 'it is neither hexadecimal nor base64' };
  if (bytes.length !== 33 && bytes.length !== 65) {
    return { ok: false, reason: `it has ${bytes.length} bytes: expected 33 (compressed) or 65 (uncompressed)` };
  }
  const compressed = attempt(() => secp256k1.Point.fromBytes(bytes).toBytes());
  if (compressed === undefined) return { ok: false, reason: 'it is not a point of the curve secp256k1' };
  const address = toAddress(chain.prefix, keyKinds[chain.keys].addressOf(compressed));
  return { ok: true, canonical: toHex(compressed), value: { compressed, address } };
}
