import type { ParsedTransaction, Party } from '@isochain/core';
import type { Address } from '../address/address.ts';
import type { TickerOf } from './names.ts';

/** What one account gave or got. */
export interface Leg {
  readonly way: 'in' | 'out';
  readonly address: Address;
  /** FRI, or the smallest unit of a token. */
  readonly amount: bigint;
  /** The token. Undefined for STRK. */
  readonly token?: Address | undefined;
}

/** One account gives what the other gets. */
export function pair(from: Address, to: Address, amount: bigint, token?: Address): Leg[] {
  return [
    { way: 'out', address: from, amount, token },
    { way: 'in', address: to, amount, token },
  ];
}

export function party(address: Address, amount: bigint, ticker: string): Party {
  return { address, amount: amount.toString(), ticker };
}

/**
 * Senders and recipients: what each gave and got, added up by asset.
 *
 * @param owner - The sender, with an amount of 0, if nothing left anybody.
 */
export function partiesOf(
  legs: readonly Leg[],
  owner: Address | undefined,
  tickerOf: TickerOf,
): Pick<ParsedTransaction, 'senders' | 'recipients'> {
  const sums = new Map<string, Leg>();
  for (const leg of legs) {
    const key = `${leg.way} ${leg.address} ${leg.token}`;
    sums.set(key, { ...leg, amount: (sums.get(key)?.amount ?? 0n) + leg.amount });
  }
  const list = (way: Leg['way']) =>
    [...sums.values()].flatMap((leg) => (leg.way === way ? [party(leg.address, leg.amount, tickerOf(leg.token))] : []));
  const senders = list('out');
  const idle = owner === undefined ? [] : [party(owner, 0n, tickerOf(undefined))];
  return { senders: senders.length > 0 ? senders : idle, recipients: list('in') };
}
