import { ripemd160, Secp256k1, sha256 } from '@cosmjs/crypto';
import { toBech32 } from '@cosmjs/encoding';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys';
import type { StandInChain } from './types.ts';

/** Types of public keys: cosmos-sdk, injectived 1.20.1 and evmos/ethermint. */
export const keyTypes: Readonly<Record<StandInChain['keys'], string>> = {
  secp256k1: '/cosmos.crypto.secp256k1.PubKey',
  injective: '/injective.crypto.v1beta1.ethsecp256k1.PubKey',
  ethermint: '/ethermint.crypto.v1.ethsecp256k1.PubKey',
};

/** @returns 33 bytes. Undefined if the chain does not know the type. */
export function keyOf(
  kind: StandInChain['keys'],
  { typeUrl, value }: { readonly typeUrl: string; readonly value: Uint8Array },
): Uint8Array | undefined {
  // All of them have the bytes in field 1.
  return typeUrl === keyTypes[kind] ? PubKey.decode(value).key : undefined;
}

/** @param key - 33 bytes. */
export function addressOfKey(prefix: string, kind: StandInChain['keys'], key: Uint8Array): string {
  if (kind === 'secp256k1') return toBech32(prefix, ripemd160(sha256(key)));
  return toBech32(prefix, keccak_256(Secp256k1.uncompressPubkey(key).subarray(1)).subarray(-20));
}
