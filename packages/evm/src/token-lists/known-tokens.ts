import * as registry from '@isochain/core/tokens';
import { type Address, toChecksum } from '../address.ts';
import type { EvmContext } from '../context.ts';
import type { EvmOptions } from '../options.ts';
import { tokenLists } from './index.data.ts';

/** A token that is looked for in account states. Its id is the checksummed address of the contract. */
export type KnownToken = registry.KnownToken<Address>;

/** The configured tokens and the bundled list of the chain, which is loaded when it is first needed. */
export async function knownTokens(context: EvmContext, options: EvmOptions): Promise<KnownToken[]> {
  const bundled = (await tokenLists[context.chainId]?.())?.tokens ?? [];
  return registry.knownTokens(options.tokens ?? [], bundled, toChecksum);
}
