import { type Address, addressOfNode } from '../address/address.ts';
import { u64 } from '../upstream/fields.ts';
import type { ChainEvent } from '../upstream/queries/simulation.ts';

// What a delegation pool really did, as its events tell it (aptos-labs/aptos-core, delegation_pool.move).

/** The events of pools by the call that they tell of, and the members with octas. */
const members = {
  AddStake: ['amount_added', 'add_stake_fee'],
  UnlockStake: ['amount_unlocked'],
  ReactivateStake: ['amount_reactivated'],
  WithdrawStake: ['amount_withdrawn'],
} as const;

export type PoolEventName = keyof typeof members;

/** Whose event it is. */
interface Party {
  readonly pool: Address;
  readonly delegator: Address;
}

/**
 * Finds what a pool did for a delegator. Chains of before 2025 write `UnlockStakeEvent` in place of `UnlockStake`, or beside it.
 *
 * @returns Octas by the names of the event's members. Undefined if there is no such event: the pool did nothing.
 */
export function poolEvent<N extends PoolEventName>(
  events: readonly ChainEvent[],
  name: N,
  { pool, delegator }: Party,
): Readonly<Record<(typeof members)[N][number], bigint>> | undefined {
  for (const { type, data } of events) {
    const [, found] = /^0x0*1::delegation_pool::(\w+?)(?:Event)?$/.exec(type) ?? [];
    if (found !== name) continue;
    if (addressIn(data.pool_address) !== pool || addressIn(data.delegator_address) !== delegator) continue;
    const values = members[name].map((member) => [member, u64.safeParse(data[member])] as const);
    if (!values.every(([, { success }]) => success)) continue;
    return Object.fromEntries(values.map(([member, { data: value }]) => [member, value])) as Record<
      (typeof members)[N][number],
      bigint
    >;
  }
  return undefined;
}

function addressIn(value: unknown): Address | undefined {
  return typeof value === 'string' ? addressOfNode(value) : undefined;
}
