import type { ParsedTransaction } from '@isochain/core';
import type { Address } from '../address/address.ts';
import { memoOf } from '../bytes/note.ts';
import type { Placed, Row } from '../upstream/row.ts';
import { deedOf } from './deed.ts';
import { partiesOf } from './legs.ts';
import type { TickerOf } from './names.ts';

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
  /** Whose history it is shown in. */
  readonly account?: Address | undefined;
}

/**
 * Puts a transaction into the standard shape. Amounts in microAlgos and in base units of assets. In a history, a fee is shown if the account paid it. Blocks of this
 * chain are final.
 */
export function parseTransaction(found: Found, tickerOf: TickerOf): ParsedTransaction {
  const { id, row, placed, hasFailed = false, head, account } = found;
  const { legs, idle, ...deed } = deedOf(row);
  const memo = memoOf(row.note);
  const isPaid = placed !== undefined && (account === undefined || account === row.sender);
  return {
    id,
    ...deed,
    state: placed !== undefined ? 'confirmed' : hasFailed ? 'failed' : 'pending',
    // A transaction that failed moved nothing.
    ...(hasFailed
      ? partiesOf([], deed.mode === 'unknown' ? undefined : row.sender, tickerOf)
      : partiesOf(legs, idle, tickerOf)),
    ...registrationOf(deed.mode, row.sender, tickerOf),
    ...(isPaid ? { fees: { amount: row.fee.toString(), ticker: tickerOf(undefined) } } : {}),
    ...(memo === undefined ? {} : { memo }),
    ...(placed === undefined ? {} : placeOf(placed, head)),
  };
}

/** An account that takes part in the consensus is its own validator. What is at stake does not move. */
function registrationOf(
  mode: ParsedTransaction['mode'],
  address: Address,
  tickerOf: TickerOf,
): Pick<ParsedTransaction, 'validators'> {
  const own = { address, amount: '0', ticker: tickerOf(undefined) };
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
