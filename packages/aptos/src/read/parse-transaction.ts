import type { ParsedTransaction } from '@isochain/core';
import { feesOf, type Leg, partiesOf, unreadParts, warned } from '@isochain/core/movements';
import type { Address } from '../address/address.ts';
import type { TokenId } from '../address/token-id.ts';
import { noSequenceNumber } from '../bytes/raw-transaction.ts';
import type { NodeTransaction, Outcome, Request } from '../upstream/node-transaction.ts';
import { controlOf } from './control.ts';
import { deedOf, partiesIn } from './deed.ts';
import { type Charge, hasUnreadMovements, movementsOf, refundOf } from './movements.ts';
import type { Names } from './names.ts';
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
}

/** Puts a transaction into the standard shape. Amounts in octas and in the tokens' smallest units. */
export function parseTransaction(found: Found, names: Names): ParsedTransaction {
  const { assetOf } = names;
  const { hash: id, request, outcome, isUnread } = found.transaction;
  const payer = request && (feePayerOf(request.signature) ?? request.sender);
  const unread = [
    ...(isUnread === true ? ['what it does'] : []),
    ...(outcome !== undefined && hasUnread(outcome, request, payer) ? ['a token transfer'] : []),
  ];
  const warnings = warned([...unreadParts(unread), ...(outcome === undefined ? [] : controlOf(request, outcome))]);
  const base = { id, state: stateOf(found), ...blockOf(found), ...warnings };
  if (request === undefined || payer === undefined) {
    // The chain itself pays out coins, too.
    const legs = outcome === undefined ? [] : movementsOf(outcome, { parties: [], charge: undefined });
    return { ...base, mode: 'unknown', ...partiesOf(legs, undefined, assetOf) };
  }
  const gross = (outcome?.gasUsed ?? 0n) * request.gasUnitPrice;
  const charge: Charge = { payer, gross, refund: outcome === undefined ? 0n : refundOf(outcome) };
  const { legs, idle, ...deed } = readingOf(found, request, charge, names);
  const net = charge.gross - charge.refund;
  // Giving storage back may bring in more than the fee.
  const back: Leg<TokenId>[] = net < 0n ? [{ way: 'in', address: payer, amount: -net }] : [];
  const parties = partiesOf([...legs, ...back], idle, assetOf);
  return {
    ...base,
    ...deed,
    ...parties,
    ...nonceOf(request),
    ...(outcome === undefined
      ? {}
      : {
          ...feesOf(net > 0n ? net : 0n, payer, parties.senders, assetOf(undefined)),
          gas: outcome.gasUsed.toString(),
        }),
  };
}

function readingOf({ transaction, isExpired }: Found, request: Request, charge: Charge, names: Names) {
  const deed = deedOf(request, transaction.outcome, charge, names);
  if (isExpired !== true) return deed;
  const { mode, tokenId } = deed;
  const idle = mode === 'unknown' ? undefined : request.sender;
  return { mode, ...(tokenId === undefined ? {} : { tokenId }), legs: [], idle };
}

function hasUnread(outcome: Outcome, request: Request | undefined, payer: Address | undefined): boolean {
  if (outcome.unreadEvents > 0) return true;
  return hasUnreadMovements(outcome, [
    ...(request === undefined ? [] : partiesIn(request)),
    ...(payer === undefined ? [] : [payer]),
  ]);
}

/** Blocks of this chain are final when nodes show them. */
function stateOf({ transaction: { outcome, isUnread }, isExpired }: Found): ParsedTransaction['state'] {
  if (outcome === undefined && isUnread === true) return 'unknown';
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

/** The nonce of an orderless transaction, or the sequence number. */
function nonceOf({ nonce, sequenceNumber }: Request): Partial<ParsedTransaction> {
  const number = nonce ?? (sequenceNumber === noSequenceNumber ? undefined : sequenceNumber);
  return number === undefined ? {} : { nonce: number.toString() };
}
