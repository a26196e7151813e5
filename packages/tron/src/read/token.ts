import type { Token } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import { checkTokenId } from '../address/token-id.ts';
import type { TronContext } from '../context.ts';
import type { TronOptions } from '../options.ts';
import { knownFacts, tokenQuestions } from '../tokens/look-up.ts';
import { toToken } from '../tokens/token-facts.ts';
import { ask } from '../upstream/ask.ts';

/**
 * Reads what is known of a token, in one round. Facts of known tokens come from the bundled or configured list, and no endpoint is asked. All others are asked
 * of the chain or the contract, never of an index.
 *
 * @param id - Canonical.
 * @returns The token, or why there is none.
 */
export async function readToken(
  context: TronContext,
  options: Pick<TronOptions, 'tokens'>,
  id: string,
  operation: Operation,
): Promise<Token | { missing: string }> {
  const known = knownFacts(context, options, id)?.facts;
  const checked = checkTokenId(id);
  // Core has checked it.
  if (!checked.ok) return { missing: checked.reason };
  const token = checked.value;
  if (known !== undefined) return toToken(token, known);
  const { questions, read } = tokenQuestions(token);
  const found = read(await ask(questions, operation));
  if ('missing' in found) return found;
  context.tokenMemory.set(id, { facts: found });
  return toToken(token, found);
}
