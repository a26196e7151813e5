import { bytesOf, toHex } from '@isochain/core';
import { sha3_256 } from '@noble/hashes/sha3.js';
import { nodeTypeText, type StructTag } from '../move/type-tag.ts';
import type { Address } from './address.ts';
import { aptMetadata, aptType } from './token-id.ts';

// Addresses of objects follow from their parts (aptos-labs/aptos-core, object.move).

/** OBJECT_DERIVED_SCHEME. */
const derivedScheme = 'fc';

/** OBJECT_FROM_SEED_ADDRESS_SCHEME. */
const namedScheme = 'fe';

/** The store in which an account holds a fungible asset (primary_fungible_store.move). */
export function primaryStore(owner: Address, metadata: Address): Address {
  return hashOf(owner.slice(2) + metadata.slice(2) + derivedScheme);
}

/**
 * The metadata of the fungible asset that takes the place of a coin (coin.move, create_and_return_paired_metadata_if_not_exist). It is named after the type
 * as the chain writes it: without leading zeros of addresses (move-language/move, StructTag::to_canonical_string).
 */
export function pairedMetadata(type: StructTag): Address {
  const name = nodeTypeText(type);
  if (name === aptType) return aptMetadata;
  return hashOf(aptMetadata.slice(2) + toHex(new TextEncoder().encode(name)) + namedScheme);
}

function hashOf(hex: string): Address {
  return `0x${toHex(sha3_256(bytesOf(hex)))}`;
}
