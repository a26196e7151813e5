import type { ParsedTransaction } from '@isochain/core';
import { type Leg, party } from './deeds.ts';

type Party = ReturnType<typeof party>;

/**
 * Senders and recipients: what each gave and got, added up.
 *
 * @param nobody - The sender if nothing moved.
 */
export function partiesOf(legs: readonly Leg[], nobody?: Party): Pick<ParsedTransaction, 'senders' | 'recipients'> {
  const sums = new Map<string, Leg>();
  for (const leg of legs) {
    const key = `${leg.address} ${leg.ticker} ${leg.way}`;
    sums.set(key, { ...leg, amount: (sums.get(key)?.amount ?? 0n) + leg.amount });
  }
  const list = (way: Leg['way']) =>
    [...sums.values()].flatMap((leg) => (leg.way === way ? [party(leg.address, leg.amount, leg.ticker)] : []));
  const [senders, recipients] = [list('out'), list('in')];
  return {
    ...(senders.length > 0 ? { senders } : nobody === undefined ? {} : { senders: [nobody] }),
    ...(recipients.length > 0 ? { recipients } : {}),
  };
}
