import { type Problem, problem } from '@isochain/core';
import type { Address } from '../address/address.ts';
import type { CosmosContext } from '../context.ts';
import { rewardsAddress } from '../upstream/queries/position.ts';

// A change of a stake pays out what the validator owes, to the address that the account has set for its rewards: cosmos-sdk
// x/distribution/keeper/hooks.go, BeforeDelegationSharesModified. Chains may keep the rewards instead (`rewards` of the chain).

/** Asks where the rewards of the sender go, for modes that change a stake. Chains that keep the rewards are not asked. */
export function paidRewardsQuestions(context: CosmosContext, sender: Address) {
  return context.chain.rewards === 'kept' ? {} : { receiver: rewardsAddress(context, sender) };
}

/**
 * Warns if rewards go to another account.
 *
 * @param answers - Without a receiver, nothing is paid.
 */
export function elsewhereWarnings(answers: object, sender: Address): Problem[] {
  const { receiver = sender } = answers as { readonly receiver?: string };
  return receiver === sender ? [] : [problem('rewards.elsewhere', { recipient: receiver })];
}

/**
 * Warns if a stake leaves a validator as a whole, and the chain keeps its rewards there.
 *
 * @param left - What stays at stake with the validator.
 */
export function keptWarnings({ chain }: Pick<CosmosContext, 'chain'>, validator: Address, left: bigint): Problem[] {
  return chain.rewards === 'kept' && left === 0n ? [problem('rewards.stay', { validator })] : [];
}
