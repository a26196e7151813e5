import type { Token } from '@isochain/core';
import { ask, type Operation } from '@isochain/core/upstream';
import { checkTokenId } from '../address/token-id.ts';
import type { StarknetContext } from '../context.ts';
import type { StarknetOptions } from '../options.ts';
import { knownTokens } from '../tokens/known-tokens.ts';
import { collectionQuestions, factQuestions, factsWithoutAsking, readFacts } from '../tokens/look-up.ts';
import { toToken } from '../tokens/token-facts.ts';

/**
 * Reads what is known of a token, in one round. Facts of known tokens come from the bundled or configured list, and no endpoint is asked: two contracts call
 * themselves USDC, and the list names them apart. All others are asked of their contract.
 *
 * @param id - Canonical.
 * @returns The token, or why there is none.
 */
export async function readToken(
  context: StarknetContext,
  options: Pick<StarknetOptions, 'tokens'>,
  id: string,
  operation: Operation,
): Promise<Token | { readonly missing: string }> {
  const checked = checkTokenId(id);
  // Core has checked it.
  if (!checked.ok) return { missing: checked.reason };
  const token = checked.value;
  const known = factsWithoutAsking(context, await knownTokens(context, options), token);
  if (known !== undefined) return toToken(token, known);
  const found = readFacts(await ask(operation, { ...factQuestions(token), ...collectionQuestions(token) }));
  if ('missing' in found) return found;
  context.tokenMemory.set(token, { facts: found });
  return toToken(token, found);
}
