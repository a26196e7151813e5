import { alchemyTokens } from './alchemy-tokens.ts';
import { blockscoutTokens } from './blockscout-tokens.ts';
import { etherscanTokens, routescanTokens } from './etherscan-tokens.ts';
import type { TokenSource } from './token-source.ts';

const sources: Readonly<Record<TokenSource['kind'], TokenSource>> = {
  blockscout: blockscoutTokens,
  etherscan: etherscanTokens,
  routescan: routescanTokens,
  alchemy: alchemyTokens,
};

/** The kinds of endpoints that know tokens, in configured order. */
export function tokenSourcesOf(kinds: readonly (string | undefined)[]): TokenSource[] {
  return [...new Set(kinds)].flatMap((kind) =>
    kind !== undefined && Object.hasOwn(sources, kind) ? [sources[kind as TokenSource['kind']]] : [],
  );
}
