import type { AssetOf } from '@isochain/core/movements';
import { distinctTicker } from '@isochain/core/tokens';
import { ask, fallible, type Operation, shortAddress, silent } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { StarknetContext } from '../context.ts';
import type { StarknetOptions } from '../options.ts';
import type { KnownToken } from '../tokens/known-tokens.ts';
import { type FactAnswers, factQuestions, readFacts } from '../tokens/look-up.ts';
import { eth, strk } from '../tokens/native.ts';

/** The part of the options that names tokens. */
export type TokenOptions = Pick<StarknetOptions, 'tokens'>;

/** Most tokens that are looked up for one answer. Our own choice: with three questions each they are few batches. */
const mostLookUps = 20;

/**
 * How tokens are called. Listed tokens have their tickers. All others have the one that their contract tells, as in `/token`, unless it imitates a listed one: anybody
 * can make a token that calls itself USDC. Those that are not remembered are asked in one round. A node that gives no answer fails nothing.
 *
 * @param known - Those of the operator and of the bundled list.
 * @param moved - The tokens of the answer. No others are looked up.
 */
export async function readAssets(
  { identity, tokenMemory }: Pick<StarknetContext, 'identity' | 'tokenMemory'>,
  known: readonly KnownToken[],
  moved: readonly Address[],
  operation: Operation,
): Promise<AssetOf<Address>> {
  // Old fees are in ETH, whatever the lists hold.
  const listed = new Map([[eth, 'ETH'], ...known.map(({ id, ticker }) => [id, ticker] as const)]);
  const unknown = [...new Set(moved)].filter(
    (id) => id !== strk && !listed.has(id) && tokenMemory.get(id) === undefined,
  );
  await lookUp(tokenMemory, unknown.slice(0, mostLookUps), operation);
  const taken = [identity.ticker, ...listed.values()];
  return (token) => {
    if (token === undefined || token === strk) return { ticker: identity.ticker };
    const own = tokenMemory.get(token)?.facts.ticker;
    const ticker = listed.get(token) ?? (own === undefined ? shortAddress(token) : distinctTicker(own, token, taken));
    return { ticker, tokenId: token };
  };
}

async function lookUp(
  memory: StarknetContext['tokenMemory'],
  tokens: readonly Address[],
  operation: Operation,
): Promise<void> {
  if (tokens.length === 0) return;
  const questions = tokens.flatMap((id) =>
    // Errors of any kind say no more than that there is no name.
    Object.entries(factQuestions(id)).map(([part, question]) => [`${part} ${id}`, fallible(question)] as const),
  );
  const answers = await silent(ask(operation, Object.fromEntries(questions), { mayLag: true }));
  for (const id of answers === undefined ? [] : tokens) {
    const told = (part: string) => answers?.[`${part} ${id}`];
    const facts = readFacts({ decimals: told('decimals'), symbol: told('symbol'), name: told('name') } as FactAnswers);
    if (!('missing' in facts)) memory.set(id, { facts });
  }
}
