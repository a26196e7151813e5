import type { Token } from '@isochain/core';
import type { KnownToken } from '@isochain/core/tokens';
import { checkTokenId } from '../address/token-id.ts';
import { knownTronTokens } from './known-tokens.ts';
import { toToken } from './token-facts.ts';

/** The known tokens as clients see them. */
export function listedTokens(configured: readonly KnownToken[] | undefined): readonly Token[] {
  return knownTronTokens(configured).flatMap((known) => {
    const checked = checkTokenId(known.id);
    // The options have checked it.
    return checked.ok ? [toToken(checked.value, known)] : [];
  });
}
