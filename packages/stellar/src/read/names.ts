import type { AssetOf } from '@isochain/core/movements';
import { distinctTicker } from '@isochain/core/tokens';
import type { TokenId } from '../address/token-id.ts';
import type { NamedChain } from '../chains.ts';
import { knownTokens } from '../known-tokens.ts';

/**
 * How assets are called. The code is the ticker, and anybody may issue an asset with any code. One that imitates XLM or a listed token is shown by a part of its
 * issuer.
 */
export function assetsOf(named: NamedChain): AssetOf<TokenId> {
  const { ticker } = named.identity;
  const listed = knownTokens(named);
  const ids = new Set(listed.map(({ id }) => id));
  const taken = [ticker, ...listed.map((token) => token.ticker)];
  return (token) => {
    if (token === undefined) return { ticker };
    const { code, issuer, text } = token;
    return { ticker: ids.has(text) ? code : distinctTicker(code, issuer, taken), tokenId: text };
  };
}
