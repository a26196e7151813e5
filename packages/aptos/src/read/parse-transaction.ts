import type { ParsedTransaction } from '@isochain/core';
import type { Address } from '../address/address.ts';
import { noSequenceNumber } from '../bytes/raw-transaction.ts';
import type { NodeTransaction, Outcome, Request } from '../upstream/node-transaction.ts';
import { deedOf } from './deed.ts';
import { partiesOf } from './legs.ts';
import { type Charge, refundOf } from './movements.ts';
import type { Names, TickerOf } from './names.ts';
import { feePayerOf } from './signature.ts';

/** A transaction with what is known of it. */
export interface Found {
  readonly transaction: NodeTransaction;
  /** The height of its block. */
  readonly block?: bigint | undefined;
  /** The height of the latest block. */
  readonly head?: bigint | undefined;
  /** True if it waits, and no block can take it any more. */
  readonly isExpired?: boolean;
  /** Whose history it is shown in. */
  readonly account?: Address | undefined;
}

/** Puts a transaction into the standard shape. Amounts in octas and in the tokens' smallest units. */
export function parseTransaction(found: Found, names: Names): ParsedTransaction {
  const { tickerOf } = names;
  const { hash: id, request, outcome } = found.transaction;
  const base = { id, state: stateOf(found), ...blockOf(found) };
  if (request === undefined) return { ...base, mode: 'unknown' };
  const payer = feePayerOf(request.signature) ?? request.sender;
  const gross = (outcome?.gasUsed ?? 0n) * request.gasUnitPrice;
  const charge: Charge = { payer, gross, refund: outcome === undefined ? 0n : refundOf(outcome) };
  const { legs, idle, ...deed } = readingOf(found, request, charge, names);
  const net = charge.gross - charge.refund;
  // Giving storage back may bring in more than the fee.
  const back = net < 0n ? [{ way: 'in', owner: payer, amount: -net, token: undefined } as const] : [];
  return {
    ...base,
    ...deed,
    ...partiesOf([...legs, ...back], idle, tickerOf),
    ...nonceOf(request),
    ...(outcome === undefined ? {} : costOf(outcome, paidBy(found, request, payer) && net > 0n ? net : 0n, tickerOf)),
  };
}

function readingOf({ transaction, isExpired }: Found, request: Request, charge: Charge, names: Names) {
  const deed = deedOf(request, transaction.outcome, charge, names);
  if (isExpired !== true) return deed;
  const { mode, tokenId } = deed;
  const idle = mode === 'unknown' ? undefined : request.sender;
  return { mode, ...(tokenId === undefined ? {} : { tokenId }), legs: [], idle };
}

/** Whether the fee is one of the sender, or of the account that reads its history. */
function paidBy({ account }: Found, { sender }: Request, payer: Address): boolean {
  return payer === sender || payer === account;
}

/** Blocks of this chain are final when nodes show them. */
function stateOf({ transaction: { outcome }, isExpired }: Found): ParsedTransaction['state'] {
  if (outcome === undefined) return isExpired === true ? 'failed' : 'pending';
  return outcome.isSuccess ? 'confirmed' : 'failed';
}

function blockOf({ transaction: { outcome }, block, head }: Found): Partial<ParsedTransaction> {
  if (outcome === undefined) return {};
  return {
    ...(block === undefined ? {} : { blockHeight: block.toString() }),
    ...(outcome.time === undefined ? {} : { timestamp: (outcome.time / 1_000n).toString() }),
    ...(block === undefined || head === undefined || head < block
      ? {}
      : { confirmations: (head - block + 1n).toString() }),
  };
}

function costOf({ gasUsed }: Outcome, fee: bigint, tickerOf: TickerOf): Partial<ParsedTransaction> {
  return { fees: { amount: fee.toString(), ticker: tickerOf(undefined) }, gas: gasUsed.toString() };
}

/** The nonce of an orderless transaction, or the sequence number. */
function nonceOf({ nonce, sequenceNumber }: Request): Partial<ParsedTransaction> {
  const number = nonce ?? (sequenceNumber === noSequenceNumber ? undefined : sequenceNumber);
  return number === undefined ? {} : { nonce: number.toString() };
}
