import type { Leg } from '@isochain/core/movements';
import { sha256 } from '@noble/hashes/sha2.js';
import { type Address, toAddress } from '../address/address.ts';
import type { Money } from '../bytes/messages.ts';
import type { NamedChain } from '../chains.ts';
import { type ChainEvent, entriesOf, readCoins } from '../upstream/lcd/events.ts';

// What a transaction moved, from the chain's own record: the module `bank` writes an event for each change of a balance (cosmos-sdk
// x/bank/keeper/send.go: addCoins, subUnlockedCoins). Messages only say what was asked for.

/** Coins that went to an account. */
export interface Gain extends Money {
  readonly address: string;
}

/** Coins that one account gave another. */
export interface Payment extends Gain {
  readonly from: string | undefined;
}

/** What the events say of balances. */
export interface BalanceRecord {
  /** By how much each balance changed. Coins that an account only passed on do not count. */
  readonly changes: readonly Leg[];
  /** Whether there are any such events. cosmos-sdk before 0.43 has none. */
  readonly isThere: boolean;
  /** False if one of them cannot be read. */
  readonly isWhole: boolean;
}

/**
 * The address of a module's account: the first 20 bytes of SHA-256 of its name (cosmos-sdk x/auth/types/account.go: NewModuleAddress).
 *
 * @param module - `distribution` holds the rewards of stakes, `fee_collector` the fees.
 */
export function moduleAddress({ chain }: NamedChain, module: string): Address {
  return toAddress(chain.prefix, sha256(new TextEncoder().encode(module)).subarray(0, 20));
}

/** Modules that give and take when stakes begin, end or earn. Coins there are no account's, but at stake or owed. */
export function stakingPools(named: NamedChain): ReadonlySet<string> {
  return new Set(['distribution', 'bonded_tokens_pool', 'not_bonded_tokens_pool'].map((m) => moduleAddress(named, m)));
}

/**
 * By how much each balance changed, by the events.
 *
 * @param but - Payments among them that do not count.
 */
export function recordOf(
  { chain }: NamedChain,
  events: readonly ChainEvent[],
  but: readonly Payment[] = [],
): BalanceRecord {
  const sums = new Map<string, Gain>();
  let isThere = false;
  let isWhole = true;
  const change = (address: string, { denom, amount }: Money, sign: bigint) => {
    const key = `${address} ${denom}`;
    sums.set(key, { address, denom, amount: (sums.get(key)?.amount ?? 0n) + sign * amount });
  };
  const add = (address: string | undefined, amounts: string | undefined, sign: bigint) => {
    const read = readCoins(amounts ?? '?');
    if (address === undefined || !read.isWhole) isWhole = false;
    if (address !== undefined) for (const coin of read.coins) change(address, coin, sign);
  };
  for (const event of events) {
    if (event.type !== 'coin_spent' && event.type !== 'coin_received') continue;
    isThere = true;
    const entries = entriesOf(event);
    if (entries.length === 0) isWhole = false;
    for (const { spender, receiver, amount } of entries) {
      if (event.type === 'coin_spent') add(spender, amount, -1n);
      else add(receiver, amount, 1n);
    }
  }
  for (const payment of isThere ? but : []) {
    if (payment.from !== undefined) change(payment.from, payment, 1n);
    change(payment.address, payment, -1n);
  }
  const changes = [...sums.values()].flatMap(({ address, denom, amount }): Leg[] => {
    if (amount === 0n) return [];
    const token = tokenOf(chain, denom);
    return amount > 0n ? [{ way: 'in', address, amount, token }] : [{ way: 'out', address, amount: -amount, token }];
  });
  return { changes, isThere, isWhole };
}

/** @returns Undefined for the chain's coin. */
export function tokenOf({ denom: native }: NamedChain['chain'], denom: string): string | undefined {
  return denom === native ? undefined : denom;
}

/**
 * Movements that a message of a known kind asked for, put right by the record: no account gave or got more, or less, than its balance changed.
 *
 * @param asked - In the order to show them. An account may both give and get.
 * @param isHidden - Accounts of which only what was asked for is shown.
 */
export function settle(asked: readonly Leg[], record: BalanceRecord, isHidden: (address: string) => boolean): Leg[] {
  const moved = asked.filter(({ amount }) => amount > 0n);
  if (!record.isThere) return moved;
  const keyOf = ({ address, token }: Leg) => `${address} ${token}`;
  const askedSums = new Map<string, bigint>();
  for (const leg of moved) askedSums.set(keyOf(leg), (askedSums.get(keyOf(leg)) ?? 0n) + signed(leg));
  const recorded = new Map(record.changes.map((leg) => [keyOf(leg), signed(leg)]));
  // If a part of the record cannot be read, a message of a known kind says more.
  const isRight = (leg: Leg) =>
    askedSums.has(keyOf(leg)) && (!record.isWhole || askedSums.get(keyOf(leg)) === (recorded.get(keyOf(leg)) ?? 0n));
  return [
    ...moved.filter(isRight),
    ...record.changes.filter((leg) => !isRight(leg) && (askedSums.has(keyOf(leg)) || !isHidden(leg.address))),
  ];
}

function signed({ way, amount }: Leg): bigint {
  return way === 'in' ? amount : -amount;
}

/** All that the module `bank` moved from one account to another. */
export function paymentsOf(events: readonly ChainEvent[]): Payment[] {
  return events
    .filter(({ type }) => type === 'transfer')
    .flatMap(entriesOf)
    .flatMap(({ sender: from, recipient: address, amount = '' }) =>
      address === undefined ? [] : readCoins(amount).coins.map((money) => ({ from, address, ...money })),
    )
    .filter(({ amount }) => amount > 0n);
}

/**
 * Rewards that were paid. Staking messages pay those of their validators too. The delegator chose the account that gets them, and the event
 * `withdraw_rewards` does not name it. So transfers from the module count. The event counts only if there are none.
 *
 * @param delegator - Gets what the event names.
 */
export function rewardsOf(named: NamedChain, events: readonly ChainEvent[], delegator: string): Gain[] {
  const pool = moduleAddress(named, 'distribution');
  const paid = paymentsOf(events).filter(({ from }) => from === pool);
  return paid.length > 0 ? paid : rewardsNamed(events).map((money) => ({ address: delegator, ...money }));
}

/**
 * Rewards by the event `withdraw_rewards`.
 *
 * @param validator - Only those that it owed.
 */
export function rewardsNamed(events: readonly ChainEvent[], validator?: string): Money[] {
  return events
    .filter(({ type }) => type === 'withdraw_rewards')
    .flatMap(entriesOf)
    .filter((entry) => validator === undefined || entry.validator === validator)
    .flatMap(({ amount = '' }) => readCoins(amount).coins)
    .filter(({ amount }) => amount > 0n);
}
