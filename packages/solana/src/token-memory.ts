import type { TokenFacts } from './token-metadata.ts';

/** What has been read of tokens lately, so that a state that was asked for before takes one round trip instead of two. */
export interface TokenMemory {
  get(mint: string): TokenFacts | undefined;
  set(mint: string, facts: TokenFacts): void;
}

/** Decimals never change while somebody holds a token; names and supplies may, and are read again after so long. */
const keptMs = 10 * 60 * 1000;

/** Some hundred bytes each. The oldest goes first. */
const mostTokens = 10_000;

/** @param now - Milliseconds since 1970. */
export function createTokenMemory(now: () => number): TokenMemory {
  const tokens = new Map<string, { readonly facts: TokenFacts; readonly until: number }>();
  return {
    get(mint) {
      const known = tokens.get(mint);
      if (known === undefined || known.until > now()) return known?.facts;
      tokens.delete(mint);
      return undefined;
    },
    set(mint, facts) {
      // Deleted first, so that it counts as the newest.
      tokens.delete(mint);
      const [oldest] = tokens.keys();
      if (tokens.size >= mostTokens && oldest !== undefined) tokens.delete(oldest);
      tokens.set(mint, { facts, until: now() + keptMs });
    },
  };
}
