import type { ParsedTransaction } from '@isochain/core';
import { type Leg, pair, partyOf } from '@isochain/core/movements';
import { type Address, toAddress } from '../address/address.ts';
import { type Call, readTransferCall } from '../bytes/calls.ts';
import { type SelectorName, selector } from '../bytes/selectors.ts';
import { strk } from '../tokens/native.ts';
import type { NodeTransaction, Receipt } from '../upstream/transaction-schema.ts';
import { callsOf } from './calls-of.ts';
import { legsOf, movementsOf } from './movements.ts';
import type { Assets } from './names.ts';
import type { StakerOf } from './stakers-of-pools.ts';

/** What a transaction did. */
export interface Deed extends Pick<ParsedTransaction, 'mode' | 'tokenId' | 'validators'> {
  readonly legs: readonly Leg<Address>[];
}

/** What came of a transaction. */
export interface Outcome {
  /** Undefined if there is none yet: then it is what the transaction is to do while it waits, and nothing later. */
  readonly receipt: Receipt | undefined;
  /** Its state without a receipt. */
  readonly waiting: ParsedTransaction['state'];
}

/** A part of a stake. */
interface Share {
  /** FRI. */
  readonly amount: bigint;
  readonly pool?: Address;
  readonly staker?: Address;
}

/** What the calldata says: what was signed. */
interface Order extends Omit<Deed, 'legs' | 'validators'> {
  /** What it is to move, if it succeeds. Undefined if only the events can tell. */
  readonly legs?: readonly Leg<Address>[] | undefined;
  /** Where a stake comes from, and where it goes to. */
  readonly source?: Share;
  readonly target?: Share;
}

/**
 * What a transaction did: the mode from its calldata, the amounts from its events. Calldata alone proves nothing: an account is a contract, and it may do something else
 * than what it is told.
 *
 * @param sender - The account that signed. Undefined if none did.
 */
export function deedOf(
  transaction: NodeTransaction,
  sender: Address | undefined,
  { receipt, waiting }: Outcome,
  { assetOf, isCollectible, isSkipped }: Assets,
  stakerOf: StakerOf,
): Deed {
  const { legs: ordered = [], source, target, ...order } = orderOf(transaction, sender);
  const validator = (way: 'source' | 'target', share: Share | undefined) => {
    const staker = share?.staker ?? (share?.pool === undefined ? undefined : stakerOf(share.pool));
    return share === undefined || staker === undefined
      ? {}
      : { [way]: partyOf(staker, share.amount, assetOf(undefined)) };
  };
  const validators = { ...validator('source', source), ...validator('target', target) };
  const known = { ...order, ...(Object.keys(validators).length === 0 ? {} : { validators }) };
  if (receipt === undefined) return { ...known, legs: waiting === 'pending' ? ordered : [] };
  if (receipt.execution_status === 'REVERTED') {
    // It moved nothing but its fee.
    const { mode, tokenId } = order;
    return { mode, ...(tokenId === undefined ? {} : { tokenId }), legs: [] };
  }
  const movements = movementsOf(receipt, sender).filter(({ token }) => !isCollectible(token) && !isSkipped(token));
  return { ...known, legs: legsOf(movements, sender) };
}

/** Pools that a transaction calls. What they are, `readStakersOfPools` tells. */
export function poolsOf(transaction: NodeTransaction, sender: Address | undefined): Address[] {
  const { source, target } = orderOf(transaction, sender);
  return [source?.pool, target?.pool].filter((pool) => pool !== undefined);
}

function orderOf(transaction: NodeTransaction, sender: Address | undefined): Order {
  if (transaction.type === 'DEPLOY_ACCOUNT') return { mode: 'deployAccount' };
  const calls = callsOf(transaction);
  if (calls === undefined || sender === undefined) return { mode: 'unknown' };
  return transferOrder(calls, sender) ?? stakingOrder(calls, sender) ?? { mode: 'unknown' };
}

function transferOrder([call, ...others]: readonly Call[], sender: Address): Order | undefined {
  const transfer = call && readTransferCall(call);
  if (transfer === undefined || others.length > 0) return undefined;
  const { token, recipient, amount } = transfer;
  if (token === strk) return { mode: 'transfer', legs: pair(sender, recipient, amount) };
  return { mode: 'transferToken', tokenId: token, legs: pair<Address>(sender, recipient, amount, token) };
}

/** Calls of delegation pools (starknet-io/starknet-staking, src/pool/interface.cairo). */
function stakingOrder(calls: readonly Call[], sender: Address): Order | undefined {
  const [first, second, ...others] = calls;
  if (first === undefined || others.length > 0) return undefined;
  const is = (call: Call, ...names: readonly SelectorName[]) => names.some((name) => call.selector === selector(name));
  if (second === undefined) {
    const { to: pool, calldata } = first;
    if (is(first, 'exit_delegation_pool_intent'))
      return { mode: 'unstake', source: { pool, amount: calldata[0] ?? 0n } };
    if (is(first, 'exit_delegation_pool_action')) return { mode: 'withdraw' };
    return is(first, 'claim_rewards') ? { mode: 'claimRewards' } : undefined;
  }
  const [, amount] = second.calldata;
  if (
    is(first, 'approve') &&
    first.to === strk &&
    is(second, 'enter_delegation_pool', 'add_to_delegation_pool') &&
    amount !== undefined
  )
    return { mode: 'stake', legs: pair(sender, second.to, amount), target: { pool: second.to, amount } };
  const [staker, , moved] = second.calldata;
  const isMove =
    first.to === second.to && is(first, 'exit_delegation_pool_intent') && is(second, 'switch_delegation_pool');
  if (!isMove || staker === undefined || moved === undefined) return undefined;
  // The pool refuses a staker that is none.
  const target = { staker: toAddress(staker), amount: moved };
  return { mode: 'stake', source: { pool: second.to, amount: moved }, target };
}
