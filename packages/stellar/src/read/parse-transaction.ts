import type { ParsedTransaction } from '@isochain/core';
import type { Address } from '../address/address.ts';
import type { MinedTransaction } from '../upstream/queries/transactions.ts';
import { deedOf, type Told } from './deed.ts';
import { partiesOf } from './legs.ts';
import type { TickerOf } from './names.ts';

/** A transaction with what is known of it. */
export interface Found extends Told {
  readonly transaction: MinedTransaction;
  /** The latest ledger. */
  readonly head: bigint | undefined;
  /** Whose history it is shown in. */
  readonly account?: Address | undefined;
}

/**
 * Puts a transaction into the standard shape. Amounts in stroops and in the tokens' smallest units. In a history, a fee is shown if the account paid it: another
 * account may pay for a fee bump, or give the transaction its sequence number.
 */
export function parseTransaction(found: Found, tickerOf: TickerOf): ParsedTransaction {
  const { transaction, head, account } = found;
  const { id, isSuccess, ledger, time, feePayer, feeCharged, sequence, content } = transaction;
  const { legs, idle, ...deed } = deedOf(transaction, found);
  const memo = content?.memo;
  return {
    id,
    ...deed,
    state: isSuccess ? 'confirmed' : 'failed',
    ...partiesOf(legs, idle, tickerOf),
    ...(account === undefined || account === feePayer
      ? { fees: { amount: feeCharged.toString(), ticker: tickerOf(undefined) } }
      : {}),
    blockHeight: ledger.toString(),
    timestamp: time.toString(),
    nonce: sequence.toString(),
    ...(memo === undefined ? {} : { memo }),
    ...(head === undefined || head < ledger ? {} : { confirmations: (head - ledger + 1n).toString() }),
  };
}
