import type { AmountOf, Token } from '@isochain/core';
import { cleanText } from '@isochain/core/upstream';
import type { ShownAsset } from './upstream/queries/assets.ts';

/** What clients see of an asset. Its creator chose the names, and they prove nothing: any asset can be called USDC. */
export function toToken({ id, name, unitName, decimals }: ShownAsset): Token {
  const number = id.toString();
  return {
    type: 'ASA',
    id: number,
    name: shownName(name, number),
    ticker: shownName(unitName, number),
    decimals: decimals.toString(),
  };
}

/** An asset of which an account holds nothing, and of which the node does not tell what it is. It was destroyed, as a rule. */
export function toUnnamedToken(id: bigint): Token {
  return { type: 'ASA', id: id.toString(), name: unnamed(id), ticker: unnamed(id), decimals: '0' };
}

/** A name without characters that mislead a reader. An asset without a name is called by its number. */
function shownName(name: string | undefined, id: string): string {
  return cleanText(name ?? '') || unnamed(id);
}

/** What an asset is called that has no name, or that nobody tells the name of. */
export function unnamed(id: bigint | string): string {
  return `ASA ${id}`;
}

/** An amount of an asset, for the numbers in a message. @param amount - Base units. */
export function tokenAmount(asset: ShownAsset, amount: bigint): AmountOf {
  return { amount, decimals: asset.decimals, ticker: toToken(asset).ticker };
}
