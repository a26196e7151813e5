import type { ParsedTransaction } from '@isochain/core';
import type { FeltHex } from '../felt.ts';
import { eth } from '../tokens/native.ts';
import type { NodeTransaction, Receipt } from '../upstream/transaction-schema.ts';
import { deedOf } from './deed.ts';
import { partiesOf } from './legs.ts';
import type { TickerOf } from './names.ts';
import { senderOf } from './prove-id.ts';

/** A transaction with what is known of it. */
export interface Found {
  readonly id: FeltHex;
  /** Undefined if only its status is known. */
  readonly transaction: NodeTransaction | undefined;
  /** Undefined while it waits. */
  readonly receipt: Receipt | undefined;
  /** Its state without a receipt. */
  readonly waiting: ParsedTransaction['state'];
  /** When its block was made, in seconds since 1970. */
  readonly time?: number | undefined;
  /** The number of the latest block. */
  readonly head?: number | undefined;
}

/** Puts a transaction into the standard shape. Amounts in FRI (10^-18 STRK) and in the tokens' smallest units. */
export function parseTransaction(found: Found, tickerOf: TickerOf): ParsedTransaction {
  const { id, receipt, waiting } = found;
  return {
    id,
    ...readingOf(found, tickerOf),
    state: receipt === undefined ? waiting : stateOf(receipt),
    ...(receipt === undefined ? {} : outlineOf(receipt, found, tickerOf)),
  };
}

function readingOf({ transaction, receipt }: Found, tickerOf: TickerOf) {
  if (transaction === undefined) return { mode: 'unknown' } as const;
  const sender = senderOf(transaction);
  const { legs, ...deed } = deedOf(transaction, sender, receipt, tickerOf);
  const { nonce, type } = transaction;
  const owner = deed.mode === 'unknown' ? undefined : sender;
  return {
    ...deed,
    ...partiesOf(legs, owner, tickerOf),
    // The nonce of a message from layer 1 is none of an account.
    ...(typeof nonce === 'bigint' && type !== 'L1_HANDLER' ? { nonce: nonce.toString() } : {}),
  };
}

/** A reverted transaction is final: it has used its nonce and paid its fee. */
function stateOf({ execution_status: execution, finality_status: finality }: Receipt): ParsedTransaction['state'] {
  if (execution === 'REVERTED') return 'failed';
  return finality === 'PRE_CONFIRMED' ? 'unconfirmed' : 'confirmed';
}

function outlineOf(receipt: Receipt, { time, head }: Found, tickerOf: TickerOf): Partial<ParsedTransaction> {
  const { actual_fee: fee, execution_resources: used } = receipt;
  const block = blockOf(receipt);
  return {
    // Before version 3, fees were paid in ETH.
    fees: { amount: fee.amount.toString(), ticker: tickerOf(fee.unit === 'FRI' ? undefined : eth) },
    ...(used.l2_gas ? { gas: used.l2_gas.toString() } : {}),
    ...(block === undefined ? {} : { blockHeight: block.toString() }),
    ...(time === undefined ? {} : { timestamp: (time * 1000).toString() }),
    ...(block === undefined || head === undefined || head < block
      ? {}
      : { confirmations: (head - block + 1).toString() }),
  };
}

/** The block of a transaction. Undefined if the block may still change. */
export function blockOf({ finality_status: finality, block_number: block }: Receipt): number | undefined {
  return finality === 'PRE_CONFIRMED' ? undefined : (block ?? undefined);
}
