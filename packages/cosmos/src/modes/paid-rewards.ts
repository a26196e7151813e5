import { type Problem, problem } from '@isochain/core';
import type { Address } from '../address/address.ts';
import type { CosmosContext } from '../context.ts';
import { rewardsAddress } from '../upstream/queries/position.ts';

// A change of a stake pays out what the validator owes, to the address that the account has set for its rewards: cosmos-sdk
// x/distribution/keeper/hooks.go, BeforeDelegationSharesModified.

/** Asks where the rewards of the sender go, for modes that change a stake. */
export function paidRewardsQuestions(context: CosmosContext, sender: Address) {
  return { receiver: rewardsAddress(context, sender) };
}

/** Warns if rewards go to another account. */
export function elsewhereWarnings(receiver: string, sender: Address): Problem[] {
  return receiver === sender ? [] : [problem('rewards.elsewhere', { recipient: receiver })];
}
