import type { ParsedTransaction } from '@isochain/core';
import { type AssetOf, type Leg, pair, partyOf } from '@isochain/core/movements';
import type { Address } from '../address/address.ts';
import { isApt, type TokenId } from '../address/token-id.ts';
import { poolEvent } from '../staking/pool-events.ts';
import type { Outcome, Request } from '../upstream/node-transaction.ts';
import { type Charge, movementsOf } from './movements.ts';
import type { Names } from './names.ts';
import { type Order, readPayload } from './payload.ts';

/** What a transaction did. */
export interface Deed extends Pick<ParsedTransaction, 'mode' | 'tokenId' | 'validators'> {
  readonly legs: readonly Leg<TokenId>[];
  /** The account to show as sender if nothing left anybody. */
  readonly idle?: Address | undefined;
}

type StakingOrder = Exclude<Order, { readonly kind: 'transfer' | 'register' }>;

/**
 * What a transaction did: the mode from its payload, the amounts from its events.
 *
 * @param outcome - Undefined while it waits: then it is what the transaction is to do.
 */
export function deedOf(request: Request, outcome: Outcome | undefined, charge: Charge, names: Names): Deed {
  const { sender } = request;
  const order = readPayload(request.payload)?.order;
  if (outcome === undefined) return order === undefined ? unknown : planned(order, sender, names);
  // It moved nothing but its fee.
  if (!outcome.isSuccess) return order === undefined ? unknown : { ...kindOf(order, names), legs: [], idle: sender };
  const token = order?.kind === 'transfer' ? order.token : undefined;
  const movements = movementsOf(outcome, {
    parties: partiesIn(request),
    charge,
    coin: token?.kind === 'coin' ? token.type : undefined,
  });
  if (order === undefined) return { mode: 'unknown', legs: movements };
  if (order.kind === 'transfer' || order.kind === 'register')
    return { ...kindOf(order, names), legs: movements, idle: sender };
  const amount = poolAmount(outcome, order, sender);
  // What comes in and goes out of the pool itself is the same money.
  const legs = movements.filter(({ address, token }) => address !== order.pool || token !== undefined);
  return { ...kindOf(order, names), ...staked(order, amount, sender, names.assetOf), legs };
}

/** Accounts that a transaction names. Their stores of APT are known without a write set. */
export function partiesIn({ sender, payload }: Request): Address[] {
  const order = readPayload(payload)?.order;
  return [sender, ...(order?.kind === 'transfer' ? [order.to] : [])];
}

const unknown: Deed = { mode: 'unknown', legs: [] };

/** The mode of an order. */
function kindOf(order: Order, { idOf }: Names): Pick<Deed, 'mode' | 'tokenId'> {
  switch (order.kind) {
    case 'transfer':
      return isApt(order.token) ? { mode: 'transfer' } : { mode: 'transferToken', tokenId: idOf(order.token) };
    case 'register':
      return { mode: 'enableToken', tokenId: idOf(order.token) };
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
function planned(order: Order, sender: Address, names: Names): Deed {
  if (order.kind === 'register') return { ...kindOf(order, names), legs: [], idle: sender };
  if (order.kind === 'transfer') {
    const token: TokenId | undefined = isApt(order.token) ? undefined : order.token;
    return { ...kindOf(order, names), legs: pair<TokenId>(sender, order.to, order.amount, token), idle: sender };
  }
  const { kind, amount } = order;
  const way = { add_stake: 'out', unlock: undefined, reactivate_stake: undefined, withdraw: 'in' } as const;
  const legs: Leg<TokenId>[] = way[kind] === undefined ? [] : [{ way: way[kind], address: sender, amount }];
  return { ...kindOf(order, names), ...staked(order, amount, sender, names.assetOf), legs };
}

/** The pool, and the amount in octas. */
function staked(
  { kind, pool }: StakingOrder,
  amount: bigint,
  sender: Address,
  assetOf: AssetOf<TokenId>,
): Pick<Deed, 'validators' | 'idle'> {
  const place = partyOf(pool, amount, assetOf(undefined));
  if (kind === 'add_stake') return { validators: { target: place }, idle: sender };
  // A stake that was taken back stays with its pool.
  return { validators: kind === 'reactivate_stake' ? { target: place } : { source: place } };
}

/**
 * What a delegation pool really did, in octas. It may differ from what the call asks for: pools keep at least 10 APT on each side, and round shares. 0 if there
 * is no event: then it did nothing.
 */
function poolAmount({ events }: Outcome, { kind, pool }: StakingOrder, delegator: Address): bigint {
  const party = { pool, delegator };
  switch (kind) {
    case 'add_stake':
      return poolEvent(events, 'AddStake', party)?.amount_added ?? 0n;
    case 'unlock':
      return poolEvent(events, 'UnlockStake', party)?.amount_unlocked ?? 0n;
    case 'reactivate_stake':
      return poolEvent(events, 'ReactivateStake', party)?.amount_reactivated ?? 0n;
    case 'withdraw':
      return poolEvent(events, 'WithdrawStake', party)?.amount_withdrawn ?? 0n;
  }
}
