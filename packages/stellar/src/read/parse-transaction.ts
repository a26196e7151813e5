import type { ParsedTransaction, Party } from '@isochain/core';
import { type AssetOf, feesOf, gaveAll, incomplete, partiesOf, unreadParts, warned } from '@isochain/core/movements';
import { type Address, checkAccount } from '../address/address.ts';
import type { TokenId } from '../address/token-id.ts';
import { ledgerOf } from '../upstream/place.ts';
import type { MinedTransaction, UnreadTransaction } from '../upstream/queries/transactions.ts';
import { type Deed, deedOf, type Told } from './deed.ts';
import { movesByContract } from './steps.ts';

/** A transaction with what is known of it. */
export interface Found extends Told {
  readonly transaction: MinedTransaction;
  /** The latest ledger. */
  readonly head: bigint | undefined;
}

/** Puts a transaction into the standard shape. Amounts in stroops and in the tokens' smallest units. */
export function parseTransaction(found: Found, assetOf: AssetOf<TokenId>): ParsedTransaction {
  const { transaction, head } = found;
  const { id, isSuccess, ledger, time, feeCharged, sequence, content } = transaction;
  const { legs, idle, told, unread, controls, ...deed } = deedOf(transaction, found);
  const memo = isRelayed(transaction, legs) ? told : (content?.memo ?? told);
  const parties = partiesOf(legs, idle, assetOf);
  return {
    id,
    ...deed,
    state: isSuccess ? 'confirmed' : 'failed',
    ...parties,
    ...(feeCharged === undefined
      ? {}
      : feesOf(feeCharged, payerOf(transaction, parties.senders), parties.senders, assetOf(undefined))),
    blockHeight: ledger.toString(),
    ...(time === undefined ? {} : { timestamp: time.toString() }),
    nonce: sequence.toString(),
    ...(memo === undefined ? {} : { memo }),
    ...confirmationsOf(ledger, head),
    ...warned([...unreadParts([...partsOf(transaction), ...unread]), ...controls]),
  };
}

/**
 * Whether a contract paid more to others than its caller gave. Then somebody else paid, too: an account that allowed the call (CAP-46-11), or a contract. That
 * one did not sign the memo, and the caller could write any.
 */
function isRelayed({ content }: MinedTransaction, legs: Deed['legs']): boolean {
  const caller = content?.operations.find(movesByContract)?.source.account;
  if (caller === undefined) return false;
  // An issuer that pays gives nothing: its asset is made.
  const others = legs.filter(({ token }) => token?.issuer !== caller);
  return !gaveAll(
    others.map(({ token, ...leg }) => ({ ...leg, token: token?.text })),
    (address) => accountOf(address) === caller,
  );
}

/** Undefined for a contract. */
function accountOf(address: string): Address | undefined {
  const read = checkAccount(address);
  return read.ok ? read.value.account : undefined;
}

/** What could not be read of what stands around a transaction. */
function partsOf({ time, feeCharged }: MinedTransaction): string[] {
  return [...(time === undefined ? ['the time'] : []), ...(feeCharged === undefined ? ['the fee'] : [])];
}

/** A transaction of which nothing but its place could be read. */
export function parseUnread({ id, place, isSuccess }: UnreadTransaction, head: bigint | undefined): ParsedTransaction {
  const ledger = ledgerOf(place);
  return {
    id,
    mode: 'unknown',
    state: isSuccess === undefined ? 'unknown' : isSuccess ? 'confirmed' : 'failed',
    blockHeight: ledger.toString(),
    ...confirmationsOf(ledger, head),
    ...incomplete(['what it does']),
  };
}

function confirmationsOf(ledger: bigint, head: bigint | undefined): Pick<ParsedTransaction, 'confirmations'> {
  return head === undefined || head < ledger ? {} : { confirmations: (head - ledger + 1n).toString() };
}

/** Who paid: another account may pay for a fee bump, or give the transaction its sequence number. A muxed sender has the balance of its account. */
function payerOf({ feePayer }: MinedTransaction, senders: readonly Party[] | undefined): string {
  const first = senders?.[0]?.address ?? '';
  const read = checkAccount(first);
  return read.ok && read.value.account === feePayer ? first : feePayer;
}
