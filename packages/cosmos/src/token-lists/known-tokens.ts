import * as registry from '@isochain/core/tokens';
import { checkTokenId } from '../address/token-id.ts';
import type { NamedChain } from '../chains.ts';
import { tokenLists } from './index.data.ts';

/** The known tokens of a chain, and the traces of their denominations of IBC, by id. */
export interface KnownTokens {
  /** Facts that need no node. An id is the denomination, or the address of the contract. */
  readonly tokens: readonly registry.KnownToken[];
  readonly traces: Readonly<Record<string, string>>;
}

/**
 * The configured tokens and the chain's bundled list, which is loaded on first use. The chain's own coin is none of them.
 *
 * @param configured - Checked by the schema of the option.
 */
export async function knownTokens(
  named: NamedChain,
  configured: readonly registry.KnownToken[] = [],
): Promise<KnownTokens> {
  const { tokens = [], traces = {} } = (await tokenLists[named.chainId]?.()) ?? {};
  return { tokens: registry.knownTokens(configured, tokens, (id) => canonicalId(named, id)), traces };
}

/** Ids that are none are refused where they enter: there is nothing to spell in another way. */
function canonicalId(named: NamedChain, id: string): string {
  const read = checkTokenId(named, id);
  return read.ok ? read.canonical : id;
}
