import type { Operation } from '@isochain/core';
import type { EvmContext } from '../chains.ts';
import { alchemyTokens } from './alchemy-tokens.ts';
import { blockscoutTokens } from './blockscout-tokens.ts';
import { etherscanTokens, routescanTokens } from './etherscan-tokens.ts';

/** A token that an account seems to hold. How much, and in which unit, the contract itself is asked. */
export interface HeldToken {
  readonly address: string;
  /** As the source says it; undefined where it does not. */
  readonly name?: string | undefined;
  readonly ticker?: string | undefined;
}

/** One kind of endpoint that knows which tokens accounts hold. */
export interface TokenSource {
  readonly kind: 'blockscout' | 'etherscan' | 'routescan' | 'alchemy';
  /**
   * Contracts of ERC-20 tokens that the account seems to hold, those first that matter most.
   *
   * @throws UpstreamError if no endpoint of the kind gave a usable answer.
   */
  tokens(context: EvmContext, account: string, operation: Operation): Promise<HeldToken[]>;
}

const sources: Readonly<Record<TokenSource['kind'], TokenSource>> = {
  blockscout: blockscoutTokens,
  etherscan: etherscanTokens,
  routescan: routescanTokens,
  alchemy: alchemyTokens,
};

/** The kinds of endpoints that know tokens, in the order in which they are configured. */
export function tokenSourcesOf(kinds: readonly (string | undefined)[]): TokenSource[] {
  return [...new Set(kinds)].flatMap((kind) =>
    kind !== undefined && Object.hasOwn(sources, kind) ? [sources[kind as TokenSource['kind']]] : [],
  );
}
