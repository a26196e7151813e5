import * as z from 'zod';

/** A token with facts that need no upstream. So an endpoint that lies cannot move its decimal point. */
export interface KnownToken<Id extends string = string> {
  /** In its canonical form. */
  readonly id: Id;
  readonly name: string;
  readonly ticker: string;
  /** One token is 10^decimals of its smallest unit. */
  readonly decimals: number;
}

/** A row of a bundled list: canonical id, ticker, name, decimals. */
export type ListedToken<Id extends string = string> = readonly [id: Id, ticker: string, name: string, decimals: number];

/**
 * Schema of the option `tokens` of a family: tokens that the operator adds.
 *
 * @param id - Schema of a token id in a configuration file.
 */
export function tokensOption<Id extends z.ZodType<string>>(id: Id) {
  const token = z.strictObject({
    id,
    name: z.string(),
    ticker: z.string(),
    decimals: z.number().int().min(0).max(255),
  });
  return z
    .array(token)
    .readonly()
    .optional()
    .describe('Tokens to look for in account states, beyond the bundled list.');
}

/**
 * The known tokens of a chain, each once: the operator's first, then the bundled ones. If both name a token, the operator's facts count.
 *
 * @param canonical - Makes the canonical form of a configured id. `tokensOption` has checked the id.
 */
export function knownTokens<Id extends string>(
  configured: readonly KnownToken[],
  bundled: readonly ListedToken<Id>[],
  canonical: (id: string) => Id,
): KnownToken<Id>[] {
  const tokens = new Map<Id, KnownToken<Id>>();
  for (const token of configured) {
    const id = canonical(token.id);
    tokens.set(id, { ...token, id });
  }
  for (const [id, ticker, name, decimals] of bundled) {
    if (!tokens.has(id)) tokens.set(id, { id, name, ticker, decimals });
  }
  return [...tokens.values()];
}

/**
 * Picks the tokens of an account that an index names and that are not known tokens, each once and in the order of the index. The index may be old or
 * lie, so the chain must be asked about each.
 *
 * @param idOf - The canonical id. Undefined to leave the token out.
 * @param most - Maximum of tokens: anybody can send tokens to anybody.
 */
export function beyondKnown<Held extends object, Id extends string>(
  held: readonly Held[],
  known: readonly KnownToken<Id>[],
  idOf: (held: Held) => Id | undefined,
  most: number,
): (Held & { readonly id: Id })[] {
  const seen = new Set<string>(known.map(({ id }) => id));
  const found: (Held & { readonly id: Id })[] = [];
  for (const token of held) {
    if (found.length >= most) break;
    const id = idOf(token);
    if (id === undefined || seen.has(id)) continue;
    seen.add(id);
    found.push({ ...token, id });
  }
  return found;
}
