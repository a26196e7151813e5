import * as z from 'zod';
import type { Address } from '../address/address.ts';
import { address, u64 } from '../upstream/fields.ts';
import type { Outcome } from '../upstream/node-transaction.ts';

/** Calls of delegation pools, with the event that each emits, and the member that holds its amount (aptos-labs/aptos-core, delegation_pool.move). */
const events = {
  add_stake: ['AddStake', 'amount_added'],
  unlock: ['UnlockStake', 'amount_unlocked'],
  reactivate_stake: ['ReactivateStake', 'amount_reactivated'],
  withdraw: ['WithdrawStake', 'amount_withdrawn'],
} as const;

const parties = z.object({ delegator_address: address, pool_address: address });

/**
 * What a delegation pool really did, in octas. It may differ from what the call asks for: pools keep at least 10 APT on each side, and round shares. 0 if there
 * is no event: then it did nothing.
 */
export function poolAmount(
  { events: emitted }: Outcome,
  action: keyof typeof events,
  { pool, delegator }: { readonly pool: Address; readonly delegator: Address },
): bigint {
  const [name, member] = events[action];
  const amounts = (type: string) =>
    emitted.flatMap(({ type: found, data }) => {
      if (found !== `0x1::delegation_pool::${type}`) return [];
      const { data: named } = parties.safeParse(data);
      const { data: read } = z.object({ [member]: u64 }).safeParse(data);
      const amount = named?.pool_address === pool && named.delegator_address === delegator ? read?.[member] : undefined;
      return amount === undefined ? [] : [amount];
    });
  // Events of handles have another ending. For some time there were both.
  const found = amounts(name);
  return (found.length > 0 ? found : amounts(`${name}Event`)).reduce((sum, amount) => sum + amount, 0n);
}
