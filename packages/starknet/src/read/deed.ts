import type { ParsedTransaction } from '@isochain/core';
import { type Address, toAddress } from '../address/address.ts';
import { type Call, readTransferCall } from '../bytes/calls.ts';
import { type SelectorName, selector } from '../bytes/selectors.ts';
import { strk } from '../tokens/native.ts';
import type { NodeTransaction, Receipt } from '../upstream/transaction-schema.ts';
import { callsOf } from './calls-of.ts';
import { type Leg, pair, party } from './legs.ts';
import { legsOf, movementsOf } from './movements.ts';
import type { TickerOf } from './names.ts';

/** What a transaction did. */
export interface Deed extends Pick<ParsedTransaction, 'mode' | 'tokenId' | 'validators'> {
  readonly legs: readonly Leg[];
}

/** What the calldata says: what was signed. */
interface Order extends Omit<Deed, 'legs'> {
  /** What it is to move, if it succeeds. Undefined if only the events can tell. */
  readonly legs?: readonly Leg[] | undefined;
  /** True if the calldata says it for certain. */
  readonly isExact?: boolean;
}

/**
 * What a transaction did: the mode from its calldata, the amounts from its events.
 *
 * @param sender - The account that signed. Undefined if none did.
 * @param receipt - Undefined while the transaction waits: then it is what the transaction is to do.
 */
export function deedOf(
  transaction: NodeTransaction,
  sender: Address | undefined,
  receipt: Receipt | undefined,
  tickerOf: TickerOf,
): Deed {
  const { legs: ordered = [], isExact, ...order } = orderOf(transaction, sender, tickerOf);
  if (receipt === undefined) return { ...order, legs: ordered };
  if (receipt.execution_status === 'REVERTED') {
    // It moved nothing but its fee.
    const { mode, tokenId } = order;
    return { mode, ...(tokenId === undefined ? {} : { tokenId }), legs: [] };
  }
  return { ...order, legs: isExact ? ordered : legsOf(movementsOf(receipt, sender), sender) };
}

function orderOf(transaction: NodeTransaction, sender: Address | undefined, tickerOf: TickerOf): Order {
  if (transaction.type === 'DEPLOY_ACCOUNT') return { mode: 'deployAccount' };
  const calls = callsOf(transaction);
  if (calls === undefined || sender === undefined) return { mode: 'unknown' };
  return transferOrder(calls, sender) ?? stakingOrder(calls, sender, tickerOf) ?? { mode: 'unknown' };
}

function transferOrder([call, ...others]: readonly Call[], sender: Address): Order | undefined {
  const transfer = call && readTransferCall(call);
  if (transfer === undefined || others.length > 0) return undefined;
  const { token, recipient, amount } = transfer;
  // Only STRK is known to move what its calldata says.
  if (token === strk) return { mode: 'transfer', legs: pair(sender, recipient, amount), isExact: true };
  return { mode: 'transferToken', tokenId: token, legs: pair(sender, recipient, amount, token) };
}

/** Calls of delegation pools (starknet-io/starknet-staking, src/pool/interface.cairo). The pool stands for its validator. */
function stakingOrder(calls: readonly Call[], sender: Address, tickerOf: TickerOf): Order | undefined {
  const [first, second, ...others] = calls;
  if (first === undefined || others.length > 0) return undefined;
  const ticker = tickerOf(undefined);
  const is = (call: Call, ...names: readonly SelectorName[]) => names.some((name) => call.selector === selector(name));
  if (second === undefined) {
    const { to: pool, calldata } = first;
    if (is(first, 'exit_delegation_pool_intent')) {
      const source = party(pool, calldata[0] ?? 0n, ticker);
      return { mode: 'unstake', validators: { source } };
    }
    if (is(first, 'exit_delegation_pool_action')) return { mode: 'withdraw' };
    return is(first, 'claim_rewards') ? { mode: 'claimRewards' } : undefined;
  }
  const [, amount] = second.calldata;
  if (
    is(first, 'approve') &&
    first.to === strk &&
    is(second, 'enter_delegation_pool', 'add_to_delegation_pool') &&
    amount !== undefined
  ) {
    const target = party(second.to, amount, ticker);
    return { mode: 'stake', legs: pair(sender, second.to, amount), validators: { target } };
  }
  const [staker, , moved] = second.calldata;
  const isMove =
    first.to === second.to && is(first, 'exit_delegation_pool_intent') && is(second, 'switch_delegation_pool');
  if (!isMove || staker === undefined || moved === undefined) return undefined;
  return {
    mode: 'stake',
    validators: { source: party(second.to, moved, ticker), target: party(toAddress(staker), moved, ticker) },
  };
}
