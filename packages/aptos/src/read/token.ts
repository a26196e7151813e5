import type { Token } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import { checkTokenId } from '../address/token-id.ts';
import type { AptosContext } from '../context.ts';
import type { AptosOptions } from '../options.ts';
import { factQuestions, knownFacts, readFacts } from '../tokens/look-up.ts';
import { toToken } from '../tokens/token-facts.ts';
import { ask } from '../upstream/ask.ts';

/**
 * Reads what is known of a token, in one round. Facts of known tokens come from the bundled or configured list, and no endpoint is asked. All others are asked
 * of a node, never of an index.
 *
 * @param id - Canonical.
 * @returns The token, or why there is none.
 */
export async function readToken(
  context: AptosContext,
  options: Pick<AptosOptions, 'tokens'>,
  id: string,
  operation: Operation,
): Promise<Token | { missing: string }> {
  const checked = checkTokenId(id);
  // Core has checked it.
  if (!checked.ok) return { missing: checked.reason };
  const token = checked.value;
  const known = knownFacts(context, options, token)?.facts;
  if (known !== undefined) return toToken(token, known);
  const found = readFacts(token, await ask(context, factQuestions(token), operation));
  if ('missing' in found) return found;
  if ('single' in found) return { missing: found.single };
  context.tokenMemory.set(token.text, { facts: found });
  return toToken(token, found);
}
