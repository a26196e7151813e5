/** Remembers facts about tokens, so that reading an account state again takes one round trip instead of two. */
export interface TokenMemory<Facts> {
  /** @param id - In its canonical form. */
  get(id: string): Facts | undefined;
  set(id: string, facts: Facts): void;
}

/** Facts are read again after this time. Decimals never change while somebody holds a token, but names and supplies may. */
const keptMs = 10 * 60 * 1000;

/** Each takes some hundred bytes. The oldest is dropped first. */
const mostTokens = 10_000;

/** @param now - Milliseconds since 1970. */
export function createTokenMemory<Facts>(now: () => number): TokenMemory<Facts> {
  const tokens = new Map<string, { readonly facts: Facts; readonly until: number }>();
  return {
    get(id) {
      const known = tokens.get(id);
      if (known === undefined || known.until > now()) return known?.facts;
      tokens.delete(id);
      return undefined;
    },
    set(id, facts) {
      // Deleted first, so that it counts as the newest.
      tokens.delete(id);
      const [oldest] = tokens.keys();
      if (tokens.size >= mostTokens && oldest !== undefined) tokens.delete(oldest);
      tokens.set(id, { facts, until: now() + keptMs });
    },
  };
}
