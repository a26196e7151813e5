import { sha256 } from '@noble/hashes/sha2.js';
import { toAddress } from '../address/address.ts';
import type { Money } from '../bytes/messages.ts';
import type { NamedChain } from '../chains.ts';
import { type ChainEvent, entriesOf, readCoins } from '../upstream/lcd/events.ts';
import type { ChainTransaction } from '../upstream/lcd/transaction-answer.ts';

// Finds what a transaction moved, from its events. Messages say what was asked for, but not what rewards were paid, or what a contract did.

/** Coins that went to an account. `denom` may also be the address of a contract (CW20). */
export interface Gain extends Money {
  readonly address: string;
}

/** A change of a balance. */
export interface Leg extends Money {
  readonly address: string;
  /** `in`: the balance grew. */
  readonly way: 'in' | 'out';
}

/** The events of one message. Empty if the node does not tell which they are. */
export function eventsOf({ events }: ChainTransaction, message: number): readonly ChainEvent[] {
  return events.filter((event) => event.message === message);
}

/**
 * The address of a module's account: the first 20 bytes of SHA-256 of its name (cosmos-sdk x/auth/types/account.go: NewModuleAddress).
 *
 * @param module - `distribution` holds the rewards of stakes.
 */
function moduleAddress({ chain }: NamedChain, module: string): string {
  return toAddress(chain.prefix, sha256(new TextEncoder().encode(module)).subarray(0, 20));
}

/**
 * Rewards that were paid. Staking messages pay those of their validators too. The delegator chose the account that gets them, and the event
 * `withdraw_rewards` does not name it. So transfers from the module count. The event counts only if there are none.
 *
 * @param delegator - Gets what the event names.
 */
export function rewardsOf(named: NamedChain, events: readonly ChainEvent[], delegator: string): Gain[] {
  const pool = moduleAddress(named, 'distribution');
  const paid = transfersOf(events).flatMap(({ from, gain }) => (from === pool ? [gain] : []));
  if (paid.length > 0) return paid;
  return events
    .filter(({ type }) => type === 'withdraw_rewards')
    .flatMap(entriesOf)
    .flatMap(({ amount }) => readCoins(amount))
    .flatMap((money) => (money.amount > 0n ? [{ address: delegator, ...money }] : []));
}

/** All coins that the module `bank` moved. */
export function transfersOf(
  events: readonly ChainEvent[],
): { readonly from: string | undefined; readonly gain: Gain }[] {
  return events
    .filter(({ type }) => type === 'transfer')
    .flatMap(entriesOf)
    .flatMap(({ sender: from, recipient: address, amount }) =>
      address === undefined ? [] : readCoins(amount).map((money) => ({ from, gain: { address, ...money } })),
    )
    .filter(({ gain }) => gain.amount > 0n);
}

/** Coins that an account got. */
export function gainsOf(events: readonly ChainEvent[], account: string): Money[] {
  return events
    .filter(({ type }) => type === 'coin_received')
    .flatMap(entriesOf)
    .flatMap(({ receiver, amount }) => (receiver === account ? readCoins(amount) : []))
    .filter(({ amount }) => amount > 0n);
}

/** By how much each balance changed. Coins that an account only passed on do not count. */
export function netChanges(events: readonly ChainEvent[]): Leg[] {
  const changes = new Map<string, Gain>();
  const add = (address: string | undefined, amounts: string | undefined, sign: bigint) => {
    if (address === undefined) return;
    for (const { denom, amount } of readCoins(amounts)) {
      const key = `${address} ${denom}`;
      changes.set(key, { address, denom, amount: (changes.get(key)?.amount ?? 0n) + sign * amount });
    }
  };
  for (const event of events) {
    for (const { spender, receiver, amount } of entriesOf(event)) {
      if (event.type === 'coin_spent') add(spender, amount, -1n);
      if (event.type === 'coin_received') add(receiver, amount, 1n);
    }
  }
  return [...changes.values()]
    .filter(({ amount }) => amount !== 0n)
    .map(({ amount, ...rest }) =>
      amount > 0n ? { ...rest, amount, way: 'in' } : { ...rest, amount: -amount, way: 'out' },
    );
}
