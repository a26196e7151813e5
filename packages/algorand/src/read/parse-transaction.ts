import type { ParsedTransaction, Problem } from '@isochain/core';
import {
  type AssetOf,
  changedControl,
  feesOf,
  incomplete,
  partiesOf,
  unreadParts,
  warned,
} from '@isochain/core/movements';
import type { Address } from '../address/address.ts';
import type { TokenId } from '../address/token-id.ts';
import { memoOf } from '../bytes/note.ts';
import type { UnreadTransaction } from '../upstream/indexer-row.ts';
import type { Placed, Row } from '../upstream/row.ts';
import { deedOf } from './deed.ts';

/** A transaction with what is known of it. */
export interface Found {
  readonly id: string;
  readonly row: Row;
  /** Undefined if it stands in no block. */
  readonly placed: Placed | undefined;
  /** Whether the network refused it. */
  readonly hasFailed?: boolean;
  /** The latest round. */
  readonly head?: bigint | undefined;
}

/**
 * Puts a transaction into the standard shape. Amounts in microAlgos and in base units of assets. Blocks of this chain are final.
 */
export function parseTransaction(found: Found, assetOf: AssetOf<TokenId>): ParsedTransaction {
  const { id, row, placed, hasFailed = false, head } = found;
  const { legs, idle, ...deed } = deedOf(row);
  const memo = memoOf(noteOf(row));
  // A transaction that failed moved nothing.
  const parties = hasFailed
    ? partiesOf<TokenId>([], deed.mode === 'unknown' ? undefined : row.sender, assetOf)
    : partiesOf(legs, idle, assetOf);
  return {
    id,
    ...deed,
    state: placed !== undefined ? 'confirmed' : hasFailed ? 'failed' : 'pending',
    ...parties,
    ...registrationOf(deed.mode, row.sender, assetOf(undefined).ticker),
    ...(placed === undefined ? {} : feesOf(row.fee, row.sender, parties.senders, assetOf(undefined))),
    ...(memo === undefined ? {} : { memo }),
    ...(placed === undefined ? {} : placeOf(placed, head)),
    ...warned([...unreadParts(row.unread), ...(hasFailed ? [] : controlOf(row))]),
  };
}

/**
 * The note of what moved. An application may pay for somebody else whenever anybody calls it, and the caller did not write to the recipient. So the note of a call
 * counts only where its inner transactions moved nothing.
 */
function noteOf({ act, note, inner }: Row): Row['note'] {
  const moved = act.type === 'other' ? inner.flatMap(movesOf) : [];
  if (moved.length === 0) return note;
  const [first] = moved;
  return moved.every((each) => memoOf(each.note) === memoOf(first?.note)) ? first?.note : undefined;
}

/** Inner transactions that moved something, of all levels. */
function movesOf(row: Row): Row[] {
  const { act, inner } = row;
  const isMove = (act.type === 'pay' || act.type === 'axfer') && act.amount + act.closeAmount > 0n;
  return [...(isMove ? [row] : []), ...inner.flatMap(movesOf)];
}

/** A transaction of which nothing but its place could be read. */
export function parseUnread({ id, placed }: UnreadTransaction, head: bigint | undefined): ParsedTransaction {
  return { id, mode: 'unknown', state: 'confirmed', ...placeOf(placed, head), ...incomplete(['what it does']) };
}

/** Rekeying gives an account to another key, and its address stays the same (go-algorand, ledger/apply/apply.go: Rekey). */
function controlOf({ sender, rekeyTo, inner }: Row): Problem[] {
  return [...(rekeyTo === undefined ? [] : [changedControl(sender, rekeyTo)]), ...inner.flatMap(controlOf)];
}

/** An account that takes part in the consensus is its own validator. What is at stake does not move. */
function registrationOf(
  mode: ParsedTransaction['mode'],
  address: Address,
  ticker: string,
): Pick<ParsedTransaction, 'validators'> {
  const own = { address, amount: '0', ticker };
  if (mode === 'stake') return { validators: { target: own } };
  return mode === 'unstake' ? { validators: { source: own } } : {};
}

function placeOf({ round, time }: Placed, head: bigint | undefined): Partial<ParsedTransaction> {
  return {
    blockHeight: round.toString(),
    ...(time === undefined ? {} : { timestamp: time.toString() }),
    ...(head === undefined || head < round ? {} : { confirmations: (head - round + 1n).toString() }),
  };
}
