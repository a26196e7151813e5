import type { ParsedTransaction, Party } from '@isochain/core';
import type { Address } from '../address/address.ts';
import type { TokenId } from '../address/token-id.ts';
import type { Movement } from './movements.ts';
import type { TickerOf } from './names.ts';

/** One account gives what the other gets. */
export function pair(from: Address, to: Address, amount: bigint, token?: TokenId): Movement[] {
  return [
    { way: 'out', owner: from, amount, token },
    { way: 'in', owner: to, amount, token },
  ];
}

export function party(address: Address, amount: bigint, ticker: string): Party {
  return { address, amount: amount.toString(), ticker };
}

/**
 * Senders and recipients: what each gave and got, added up by token.
 *
 * @param idle - Shown as sender of 0 if nothing left anybody.
 */
export function partiesOf(
  movements: readonly Movement[],
  idle: Address | undefined,
  tickerOf: TickerOf,
): Pick<ParsedTransaction, 'senders' | 'recipients'> {
  const sums = new Map<string, Movement>();
  for (const movement of movements) {
    const key = `${movement.way} ${movement.owner} ${movement.token?.text}`;
    sums.set(key, { ...movement, amount: (sums.get(key)?.amount ?? 0n) + movement.amount });
  }
  const list = (way: Movement['way']) =>
    [...sums.values()].flatMap((sum) => (sum.way === way ? [party(sum.owner, sum.amount, tickerOf(sum.token))] : []));
  const [out, recipients] = [list('out'), list('in')];
  const senders = out.length > 0 || idle === undefined ? out : [party(idle, 0n, tickerOf(undefined))];
  return {
    ...(senders.length > 0 ? { senders } : {}),
    ...(recipients.length > 0 ? { recipients } : {}),
  };
}
