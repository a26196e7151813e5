import type { ParsedTransaction, Party } from '@isochain/core';
import type { Address } from '../address/address.ts';
import type { TokenId } from '../address/token-id.ts';
import type { TickerOf } from './names.ts';

/** What one account gave or got. */
export interface Leg {
  readonly way: 'in' | 'out';
  readonly account: Address;
  /** In the smallest unit. */
  readonly amount: bigint;
  /** Undefined for ALGO. */
  readonly token: TokenId | undefined;
}

/** One account gives what the other gets. */
export function pair(from: Address, to: Address, amount: bigint, token: TokenId | undefined): Leg[] {
  return [
    { way: 'out', account: from, amount, token },
    { way: 'in', account: to, amount, token },
  ];
}

/**
 * Senders and recipients: what each gave and got, added up by token.
 *
 * @param idle - Shown as sender of 0 if nothing left anybody.
 */
export function partiesOf(
  legs: readonly Leg[],
  idle: Address | undefined,
  tickerOf: TickerOf,
): Pick<ParsedTransaction, 'senders' | 'recipients'> {
  const sums = new Map<string, Leg>();
  for (const leg of legs) {
    const key = `${leg.way} ${leg.account} ${leg.token}`;
    sums.set(key, { ...leg, amount: (sums.get(key)?.amount ?? 0n) + leg.amount });
  }
  const list = (way: Leg['way']) =>
    [...sums.values()].flatMap((leg): Party[] =>
      leg.way === way ? [{ address: leg.account, amount: leg.amount.toString(), ticker: tickerOf(leg.token) }] : [],
    );
  const [out, recipients] = [list('out'), list('in')];
  const senders =
    out.length > 0 || idle === undefined ? out : [{ address: idle, amount: '0', ticker: tickerOf(undefined) }];
  return {
    ...(senders.length > 0 ? { senders } : {}),
    ...(recipients.length > 0 ? { recipients } : {}),
  };
}
