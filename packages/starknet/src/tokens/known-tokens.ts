import * as registry from '@isochain/core/tokens';
import { type Address, toAddress } from '../address/address.ts';
import type { StarknetContext } from '../context.ts';
import type { StarknetOptions } from '../options.ts';
import { tokenLists } from '../token-lists/index.data.ts';

/** A token that somebody vouches for: the operator, or the bundled list. Its facts need no endpoint. */
export type KnownToken = registry.KnownToken<Address>;

/** The operator's tokens first, then the bundled list of the chain, which is loaded on first use. The best-known tokens of that list stand first. */
export async function knownTokens(
  { chainId }: Pick<StarknetContext, 'chainId'>,
  { tokens = [] }: Pick<StarknetOptions, 'tokens'>,
): Promise<readonly KnownToken[]> {
  const bundled = (await tokenLists[chainId]?.())?.tokens ?? [];
  // The options have checked the ids. Their leading zeros may be missing.
  return registry.knownTokens(tokens, bundled, (id) => toAddress(BigInt(id)));
}
