import type { Address } from '../address/address.ts';
import { strk } from '../tokens/native.ts';
import { approveCall, type Call } from './calls.ts';
import { type SelectorName, selector } from './selectors.ts';

// Calls of delegation pools (starknet-io/starknet-staking, src/pool/interface.cairo). Their amounts are of 128 bits: one felt, not two.

function call(to: Address, name: SelectorName, ...calldata: readonly bigint[]): Call {
  return { to, selector: selector(name), calldata };
}

/** How a stake begins. A member stays one, even with nothing at stake, and cannot enter again. */
export type Entry = 'enter' | 'add';

/** Approves exactly the amount, and stakes it. Rewards go to the member. */
export function stakeCalls(pool: Address, member: Address, amount: bigint, entry: Entry): readonly Call[] {
  return [
    approveCall(strk, pool, amount),
    entry === 'enter'
      ? call(pool, 'enter_delegation_pool', BigInt(member), amount)
      : call(pool, 'add_to_delegation_pool', BigInt(member), amount),
  ];
}

/** @param amount - What is unstaked in all. It replaces an earlier intent, and what is not in it is at stake again. */
export function exitIntentCall(pool: Address, amount: bigint): Call {
  return call(pool, 'exit_delegation_pool_intent', amount);
}

/** Pays out what was unstaked, all of it. */
export function exitActionCall(pool: Address, member: Address): Call {
  return call(pool, 'exit_delegation_pool_action', BigInt(member));
}

/** Pays rewards to the reward address of the member. */
export function claimCall(pool: Address, member: Address): Call {
  return call(pool, 'claim_rewards', BigInt(member));
}

/** Where a stake moves. */
export interface Move {
  readonly pool: Address;
  readonly toStaker: Address;
  readonly toPool: Address;
  readonly amount: bigint;
  /** What is unstaked of the source in all, before the move. */
  readonly intent: bigint;
}

/** Moves a stake at once: an intent is enough, no time has to pass. */
export function moveCalls({ pool, toStaker, toPool, amount, intent }: Move): readonly Call[] {
  return [exitIntentCall(pool, intent), call(pool, 'switch_delegation_pool', BigInt(toStaker), BigInt(toPool), amount)];
}
