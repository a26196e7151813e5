import type { Parsed } from '@isochain/core';
import { readStructTag, type StructTag, typeText } from '../move/type-tag.ts';
import { type Address, checkAddress, standardForm } from './address.ts';

/** A token: a fungible asset by the address of its metadata, or a coin by its type. */
export type TokenId =
  | { readonly kind: 'asset'; readonly metadata: Address; readonly text: string }
  | { readonly kind: 'coin'; readonly type: StructTag; readonly text: string };

/** The metadata of APT as a fungible asset (AIP-63; aptos-labs/aptos-core, aptos_coin.move: APTOS_FUNGIBLE_ASSET is @aptos_fungible_asset). */
export const aptMetadata: Address = `0x${'a'.padStart(64, '0')}`;

/** APT as a coin (aptos-labs/aptos-core, aptos_coin.move). */
export const aptType = '0x1::aptos_coin::AptosCoin';

/** @param text - `0x…::module::Name`, or the address of a fungible asset's metadata. The names of APT stand for the native coin. */
export function checkTokenId(text: string): Parsed<TokenId> {
  if (!text.includes('::')) {
    const address = checkAddress(text);
    if (!address.ok) return { ok: false, reason: `${address.reason}, or the type of a coin (0x…::module::Name)` };
    return identified(assetToken(address.value));
  }
  const type = readStructTag(text);
  if (type === undefined)
    return { ok: false, reason: 'it is neither the type of a coin (0x…::module::Name) nor the address of an asset' };
  return identified(coinToken(type));
}

function identified(token: TokenId): Parsed<TokenId> {
  if (isApt(token)) return { ok: false, native: true, reason: 'it is the native coin' };
  return { ok: true, canonical: token.text, value: token };
}

/** Whether a token is APT under one of its two names. */
export function isApt(token: TokenId): boolean {
  return token.text === aptType || (token.kind === 'asset' && token.metadata === aptMetadata);
}

/** The token of a fungible asset. */
export function assetToken(metadata: Address): TokenId {
  return { kind: 'asset', metadata, text: standardForm(metadata) };
}

/** The token of a coin. */
export function coinToken(type: StructTag): TokenId {
  return { kind: 'coin', type, text: typeText(type) };
}

/** A token as indexers name it: addresses may lack leading zeros there. Undefined if it is no token. */
export function tokenOfIndexer(text: string): TokenId | undefined {
  if (text.includes('::')) {
    const type = readStructTag(text, 'node');
    return type && coinToken(type);
  }
  const address = checkAddress(text);
  return address.ok ? assetToken(address.value) : undefined;
}
