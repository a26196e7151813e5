import type { Token } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import { checkTokenId } from '../address/token-id.ts';
import type { StellarContext } from '../context.ts';
import { toToken } from '../tokens.ts';
import { ask } from '../upstream/ask.ts';
import { accountToShow } from '../upstream/queries/accounts.ts';
import { isHeld } from '../upstream/queries/assets.ts';

/**
 * Reads a token, in one round. An account can issue any code. So a token exists only if somebody has a trustline for it: a mistake in the code would
 * otherwise look like a token. The issuer's account tells why there is none.
 *
 * @param id - Canonical.
 * @returns The token, or why there is none.
 */
export async function readToken(
  context: StellarContext,
  id: string,
  operation: Operation,
): Promise<Token | { readonly missing: string }> {
  const checked = checkTokenId(id);
  // Core has checked it.
  if (!checked.ok) return { missing: checked.reason };
  const token = checked.value;
  const answers = await ask({ held: isHeld(token), issuer: accountToShow(token.issuer) }, operation);
  if (answers.held) return toToken(context, token);
  return { missing: answers.issuer === undefined ? 'its issuer does not exist' : 'nobody has enabled it' };
}
