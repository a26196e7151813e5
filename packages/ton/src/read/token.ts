import type { Token } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { TonContext } from '../context.ts';
import { knownJettons } from '../jettons/known-jettons.ts';
import { toToken } from '../jettons/to-token.ts';
import type { TonOptions } from '../options.ts';
import { Address } from '../ton-core.ts';
import { askOne } from '../upstream/ask.ts';
import type { JettonFacts } from '../upstream/queries/jetton-facts.ts';
import { jettonAt } from '../upstream/queries/jetton-master.ts';

/**
 * Reads what is known of a jetton. For a known one, name, ticker and decimals come from the bundled or configured list, and no endpoint is asked: one
 * that lies cannot move its decimal point. What a jetton says in documents elsewhere comes from an index; it is never fetched.
 *
 * @param id - Canonical address of the master.
 * @returns The token, or why there is none.
 */
export async function readToken(
  context: TonContext,
  options: Pick<TonOptions, 'tokens'>,
  id: string,
  operation: Operation,
): Promise<Token | { missing: string }> {
  const known = knownJettons(options.tokens).find((token) => token.id === id);
  if (known !== undefined) return toToken(id, known);
  const found = await askOne(context, jettonAt(Address.parse(id)), operation);
  if ('missing' in found) return { missing: found.missing };
  // The index of v3 reads documents when they are first asked for, so it may not know them yet.
  const facts = found.facts ?? (await factsOfTonapi(context, id, operation));
  if (facts === undefined) {
    return { missing: 'its decimals are not on the chain, and no endpoint that is configured knows them' };
  }
  return toToken(id, facts);
}

async function factsOfTonapi(
  { chainId, kinds }: TonContext,
  id: string,
  operation: Operation,
): Promise<JettonFacts | undefined> {
  if (!kinds.includes('tonapi')) return undefined;
  const found = await askOne({ chainId, kinds: ['tonapi'] }, jettonAt(Address.parse(id)), operation);
  return 'missing' in found ? undefined : found.facts;
}
