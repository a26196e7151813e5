import type { ParsedTransaction } from '@isochain/core';
import {
  type AssetOf,
  changedControl,
  feesOf,
  gaveAll,
  partiesOf,
  unreadParts,
  warned,
} from '@isochain/core/movements';
import { type Address, toBase58Address } from '../address/address.ts';
import type { Content } from '../bytes/content.ts';
import type { Outcome } from '../upstream/outcome.ts';
import { deedOf } from './deed.ts';

/** A transaction with what is known of it. */
export interface Found {
  readonly id: string;
  readonly content: Content;
  /** Undefined if the upstream does not say. */
  readonly outcome: Outcome | undefined;
  readonly state: ParsedTransaction['state'];
}

/** Puts a transaction into the standard shape. Amounts in sun and in the tokens' smallest units. */
export function parseTransaction({ id, content, outcome, state }: Found, assetOf: AssetOf): ParsedTransaction {
  const supposed = outcome ?? supposedOutcome(content, state);
  const { unread, ...reading } = readingOf(content, supposed, undefined, assetOf);
  return {
    id,
    ...reading,
    state,
    ...(outcome === undefined ? {} : outlineOf(outcome, content.owner, reading.senders, assetOf)),
    ...warned([...unreadParts(unread), ...controlOf(content, supposed)]),
  };
}

/**
 * What is known to be done where the upstream does not say. Only a transaction that waits is shown as what it is to do. One that no block took in time
 * moved nothing. In a block, a contract may do something else than it was asked for.
 */
function supposedOutcome({ contract }: Content, state: Found['state']): Outcome | undefined {
  if (state === 'pending') return undefined;
  const isFailed = state !== 'unconfirmed';
  const isCall = !isFailed && contract?.type === 'TriggerSmartContract';
  return {
    ...{ isFailed, fee: 0n, energy: 0n, block: undefined, time: undefined },
    ...{ claimed: undefined, withdrawn: undefined, unfrozen: undefined, internals: [] },
    ...(isCall ? { transfers: [], unread: ['what it moved'] } : { transfers: undefined }),
  };
}

/** What a transaction did, and for whom. */
export interface Reading
  extends Pick<ParsedTransaction, 'mode' | 'tokenId' | 'validators' | 'memo' | 'senders' | 'recipients'> {
  /** What it may have done beside, as `incomplete` of core names it. */
  readonly unread: readonly string[];
}

/**
 * @param outcome - Undefined while it waits.
 * @param account - Who looks: of what contracts moved, only what this account gave or got is shown. What the transaction was does not depend on it.
 *   Undefined to show all.
 */
export function readingOf(
  content: Content,
  outcome: Outcome | undefined,
  account: Address | undefined,
  assetOf: AssetOf,
): Reading {
  const { legs: all, untold, ...deed } = deedOf(content, outcome, assetOf);
  const legs = account === undefined ? all : deedOf(content, outcome && seenBy(account, outcome), assetOf).legs;
  const { owner } = content;
  // Anybody can call a contract that pays. Its payment is not the caller's, and neither is a memo of the caller one of that payment.
  const memo = gaveAll(all, (address) => owner !== undefined && address === toBase58Address(owner))
    ? content.memo
    : undefined;
  const isUnknown = untold !== undefined && legs.length === 0;
  return {
    ...deed,
    ...(memo === undefined ? {} : { memo }),
    ...partiesOf(legs, isUnknown || owner === undefined ? undefined : toBase58Address(owner), assetOf),
    // What waits has told all that it can.
    unread: outcome === undefined ? [] : [...(untold === undefined ? [] : [untold]), ...(outcome.unread ?? [])],
  };
}

/** What contracts moved from or to an account. */
function seenBy(account: Address, outcome: Outcome): Outcome {
  const concerns = ({ from, to }: { readonly from: Address; readonly to: Address }) =>
    from === account || to === account;
  return {
    ...outcome,
    transfers: outcome.transfers?.filter(concerns),
    internals: outcome.internals.filter(concerns),
  };
}

/**
 * What a block says of a transaction, whatever it did.
 *
 * @param owner - Who paid the fee. Undefined if nobody says.
 */
export function outlineOf(
  { fee, energy, block, time }: Outcome,
  owner: Address | undefined,
  senders: ParsedTransaction['senders'],
  assetOf: AssetOf,
): Partial<ParsedTransaction> {
  return {
    ...feesOf(fee, owner && toBase58Address(owner), senders, assetOf(undefined)),
    ...(block === undefined ? {} : { blockHeight: block.toString() }),
    ...(time === undefined ? {} : { timestamp: time.toString() }),
    ...(energy === 0n ? {} : { gas: energy.toString() }),
  };
}

/** A failed transaction changes nothing. */
export function controlOf({ owner, signers }: Content, outcome: Outcome | undefined) {
  if (owner === undefined || signers === undefined || outcome?.isFailed === true) return [];
  return [changedControl(toBase58Address(owner), signers.map(toBase58Address).join(', '))];
}
