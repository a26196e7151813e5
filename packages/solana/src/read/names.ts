import type { AssetOf } from '@isochain/core/movements';
import { distinctTicker } from '@isochain/core/tokens';
import { shortAddress } from '@isochain/core/upstream';
import type { Named } from '../context.ts';
import { knownTokens } from '../known-tokens.ts';
import type { TokenFacts } from '../upstream/token-metadata.ts';

const listed: ReadonlyMap<string, string> = new Map(knownTokens.map(({ id, ticker }) => [id, ticker]));

/**
 * How SOL and tokens are called. Anybody can make a token that calls itself like SOL or like a listed token: it is shown by a part of its address.
 *
 * @param facts - What the chain says about tokens, by mint. A token without facts is shown by a part of its address.
 */
export function assetsOf({ identity: { ticker } }: Named, facts: ReadonlyMap<string, TokenFacts>): AssetOf {
  const taken = [ticker, ...listed.values()];
  return (mint) => {
    if (mint === undefined) return { ticker };
    const told = facts.get(mint)?.ticker;
    const own = told === undefined ? shortAddress(mint) : distinctTicker(told, mint, taken);
    return { ticker: listed.get(mint) ?? own, tokenId: mint };
  };
}
