import type { ParsedTransaction } from '@isochain/core';
import type { Address } from '../address/address.ts';
import { isApt, type TokenId } from '../address/token-id.ts';
import type { Outcome, Request } from '../upstream/node-transaction.ts';
import { pair, party } from './legs.ts';
import { type Charge, type Movement, movementsOf } from './movements.ts';
import type { TickerOf } from './names.ts';
import { type Order, readPayload } from './payload.ts';
import { poolAmount } from './pool-events.ts';

/** What a transaction did. */
export interface Deed extends Pick<ParsedTransaction, 'mode' | 'tokenId' | 'validators'> {
  readonly legs: readonly Movement[];
  /** The account to show as sender if nothing left anybody. */
  readonly idle?: Address | undefined;
}

type StakingOrder = Exclude<Order, { readonly kind: 'transfer' | 'register' }>;

/**
 * What a transaction did: the mode from its payload, the amounts from its events.
 *
 * @param outcome - Undefined while it waits: then it is what the transaction is to do.
 */
export function deedOf(request: Request, outcome: Outcome | undefined, charge: Charge, tickerOf: TickerOf): Deed {
  const { sender } = request;
  const order = readPayload(request.payload)?.order;
  if (outcome === undefined) return order === undefined ? unknown : planned(order, sender, tickerOf);
  // It moved nothing but its fee.
  if (!outcome.isSuccess) return order === undefined ? unknown : { ...kindOf(order), legs: [], idle: sender };
  const token = order?.kind === 'transfer' ? order.token : undefined;
  const movements = movementsOf(outcome, {
    parties: [sender, ...(order?.kind === 'transfer' ? [order.to] : [])],
    charge,
    coin: token?.kind === 'coin' ? token.type : undefined,
  });
  if (order === undefined) return { mode: 'unknown', legs: movements };
  if (order.kind === 'transfer' || order.kind === 'register')
    return { ...kindOf(order), legs: movements, idle: sender };
  const amount = poolAmount(outcome, order.kind, { pool: order.pool, delegator: sender });
  // What comes in and goes out of the pool itself is the same money.
  const legs = movements.filter(({ owner, token }) => owner === sender && token === undefined);
  return { ...kindOf(order), ...staked(order, amount, sender, tickerOf), legs };
}

const unknown: Deed = { mode: 'unknown', legs: [] };

/** The mode of an order. */
function kindOf(order: Order): Pick<Deed, 'mode' | 'tokenId'> {
  switch (order.kind) {
    case 'transfer':
      return isApt(order.token) ? { mode: 'transfer' } : { mode: 'transferToken', tokenId: order.token.text };
    case 'register':
      return { mode: 'enableToken', tokenId: order.token.text };
    case 'add_stake':
    case 'reactivate_stake':
      return { mode: 'stake' };
    case 'unlock':
      return { mode: 'unstake' };
    case 'withdraw':
      return { mode: 'withdraw' };
  }
}

/** What an order is to do. */
function planned(order: Order, sender: Address, tickerOf: TickerOf): Deed {
  if (order.kind === 'register') return { ...kindOf(order), legs: [], idle: sender };
  if (order.kind === 'transfer') {
    const token: TokenId | undefined = isApt(order.token) ? undefined : order.token;
    return { ...kindOf(order), legs: pair(sender, order.to, order.amount, token), idle: sender };
  }
  const { kind, amount } = order;
  const way = { add_stake: 'out', unlock: undefined, reactivate_stake: undefined, withdraw: 'in' } as const;
  const legs: Movement[] = way[kind] === undefined ? [] : [{ way: way[kind], owner: sender, amount, token: undefined }];
  return { ...kindOf(order), ...staked(order, amount, sender, tickerOf), legs };
}

/** The pool, and the amount in octas. */
function staked(
  { kind, pool }: StakingOrder,
  amount: bigint,
  sender: Address,
  tickerOf: TickerOf,
): Pick<Deed, 'validators' | 'idle'> {
  const place = party(pool, amount, tickerOf(undefined));
  if (kind === 'add_stake') return { validators: { target: place }, idle: sender };
  // A stake that was taken back stays with its pool.
  return { validators: kind === 'reactivate_stake' ? { target: place } : { source: place } };
}
