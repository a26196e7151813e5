import type { ParsedTransaction, Party } from '@isochain/core';
import { type AssetOf, feesOf, partiesOf, warned } from '@isochain/core/movements';
import { checkAccount } from '../address/address.ts';
import type { TokenId } from '../address/token-id.ts';
import type { MinedTransaction } from '../upstream/queries/transactions.ts';
import { deedOf, type Told } from './deed.ts';

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
  const { legs, idle, told, warnings, ...deed } = deedOf(transaction, found);
  const memo = content?.memo ?? told;
  const parties = partiesOf(legs, idle, assetOf);
  return {
    id,
    ...deed,
    state: isSuccess ? 'confirmed' : 'failed',
    ...parties,
    ...feesOf(feeCharged, payerOf(transaction, parties.senders), parties.senders, assetOf(undefined)),
    blockHeight: ledger.toString(),
    timestamp: time.toString(),
    nonce: sequence.toString(),
    ...(memo === undefined ? {} : { memo }),
    ...(head === undefined || head < ledger ? {} : { confirmations: (head - ledger + 1n).toString() }),
    ...warned(warnings),
  };
}

/** Who paid: another account may pay for a fee bump, or give the transaction its sequence number. A muxed sender has the balance of its account. */
function payerOf({ feePayer }: MinedTransaction, senders: readonly Party[] | undefined): string {
  const first = senders?.[0]?.address ?? '';
  const read = checkAccount(first);
  return read.ok && read.value.account === feePayer ? first : feePayer;
}
