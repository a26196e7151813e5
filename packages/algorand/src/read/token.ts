import type { Token } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import { checkTokenId } from '../address/token-id.ts';
import { toToken } from '../tokens.ts';
import { askOne } from '../upstream/ask.ts';
import { asset } from '../upstream/queries/assets.ts';

/** Why there is no asset. Nodes do not tell these cases apart. */
export const noAsset = 'it was never created, or its manager destroyed it';

/**
 * Reads an asset, in one round. A node is always asked: an asset may have been destroyed since the last time.
 *
 * @param id - Canonical.
 * @returns The asset, or why there is none.
 */
export async function readToken(id: string, operation: Operation): Promise<Token | { readonly missing: string }> {
  const checked = checkTokenId(id);
  // Core has checked it.
  if (!checked.ok) return { missing: checked.reason };
  const found = await askOne(asset(checked.value), operation);
  return found === undefined ? { missing: noAsset } : toToken(found);
}
