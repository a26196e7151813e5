import * as registry from '@isochain/core/tokens';
import { type Address, toChecksum } from '../address.ts';
import type { EvmContext } from '../context.ts';
import type { EvmOptions } from '../options.ts';
import { tokenLists } from './index.data.ts';

/** A token that account states look for. Its id is the checksummed address of the contract. */
export type KnownToken = registry.KnownToken<Address>;

/** The configured tokens and the chain's bundled list, which is loaded on first use. */
export async function knownTokens(context: EvmContext, options: EvmOptions): Promise<KnownToken[]> {
  const bundled = (await tokenLists[context.chainId]?.())?.tokens ?? [];
  return registry.knownTokens(options.tokens ?? [], bundled, toChecksum);
}
