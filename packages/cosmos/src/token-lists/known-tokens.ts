import * as registry from '@isochain/core/tokens';
import { ibcDenom } from '../address/ibc-denom.ts';
import { checkTokenId } from '../address/token-id.ts';
import type { NamedChain } from '../chains.ts';
import { tokenLists } from './index.data.ts';

/**
 * The configured tokens and the chain's bundled list, which is loaded on first use. The chain's own coin is not among them.
 *
 * @param configured - Checked by the schema of the option.
 * @returns Facts that need no node. An id is the denomination, or the address of the contract.
 */
export async function knownTokens(
  named: NamedChain,
  configured: readonly registry.KnownToken[] = [],
): Promise<readonly registry.KnownToken[]> {
  const { tokens = [], vouchers = [] } = (await tokenLists[named.chainId]?.()) ?? {};
  const fromElsewhere = vouchers.map(([trace, ...facts]) => [ibcDenom(trace), ...facts] as const);
  return registry.knownTokens(configured, [...fromElsewhere, ...tokens], (id) => canonicalId(named, id));
}

/** An invalid id is refused where it comes in. Here it stays as it is. */
function canonicalId(named: NamedChain, id: string): string {
  const read = checkTokenId(named, id);
  return read.ok ? read.canonical : id;
}
