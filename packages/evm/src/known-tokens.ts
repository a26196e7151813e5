import { toChecksum } from './address.ts';
import type { EvmContext } from './chains.ts';
import type { EvmOptions } from './options.ts';
import type { TokenFacts } from './token-facts.ts';
import { tokenLists } from './token-lists/index.data.ts';

/** A token that is looked for in account states. */
export interface KnownToken extends TokenFacts {
  /** Checksummed address of the contract. */
  readonly id: `0x${string}`;
}

/** The bundled list of the chain, loaded when it is first needed, and the configured tokens. A configured one comes first. */
export async function knownTokens(context: EvmContext, options: EvmOptions): Promise<KnownToken[]> {
  const bundled = (await tokenLists[context.chainId]?.())?.tokens ?? [];
  const tokens = new Map<string, KnownToken>();
  for (const { id, name, ticker, decimals } of options.tokens ?? []) {
    tokens.set(id.toLowerCase(), { id: toChecksum(id), name, ticker, decimals });
  }
  for (const [id, ticker, name, decimals] of bundled) {
    if (!tokens.has(id.toLowerCase())) tokens.set(id.toLowerCase(), { id, name, ticker, decimals });
  }
  return [...tokens.values()];
}
