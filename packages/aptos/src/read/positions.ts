import type { StakingBalance } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { AptosContext } from '../context.ts';

/**
 * What an account has with delegation pools, in octas. The indexer knows the pools, and a node what is in them.
 *
 * @throws UpstreamError if no endpoint gave usable answers.
 */
export async function stakingPart(_: AptosContext, __: Address, ___: Operation): Promise<StakingBalance> {
  throw new Error('not built yet');
}
