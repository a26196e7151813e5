import type { ParsedTransaction } from '@isochain/core';
import { feesOf, partiesOf, unreadParts, warned } from '@isochain/core/movements';
import type { FeltHex } from '../felt.ts';
import { eth } from '../tokens/native.ts';
import type { NodeTransaction, Receipt } from '../upstream/transaction-schema.ts';
import { controlOf } from './control.ts';
import { deedOf, type Outcome } from './deed.ts';
import { tokensOf } from './movements.ts';
import type { Assets } from './names.ts';
import { senderOf } from './prove-id.ts';
import type { StakerOf } from './stakers-of-pools.ts';

/** A transaction with what is known of it. */
export interface Found extends Outcome {
  readonly id: FeltHex;
  /** Undefined if only its status is known. */
  readonly transaction: NodeTransaction | undefined;
  /** When its block was made, in seconds since 1970. */
  readonly time?: number | undefined;
  /** The number of the latest block. */
  readonly head?: number | undefined;
}

/** Puts a transaction into the standard shape. Amounts in FRI (10^-18 STRK) and in the tokens' smallest units. */
export function parseTransaction(found: Found, assets: Assets, stakerOf: StakerOf): ParsedTransaction {
  const { id, transaction, receipt, waiting } = found;
  const reading = readingOf(found, assets, stakerOf);
  const payer = transaction && senderOf(transaction);
  const fee = receipt?.actual_fee;
  return {
    id,
    ...reading,
    state: receipt === undefined ? waiting : stateOf(receipt),
    ...(receipt === undefined
      ? {}
      : {
          // Before version 3, fees were paid in ETH.
          ...(fee && feesOf(fee.amount, payer, reading.senders, assets.assetOf(fee.unit === 'FRI' ? undefined : eth))),
          ...outlineOf(receipt, found),
        }),
    ...warned([
      ...unreadParts([
        ...(transaction?.type === 'unread' ? ['what was signed'] : []),
        // It was carried out, and the calldata does not prove what came of it.
        ...(transaction !== undefined && receipt === undefined && waiting !== 'pending' ? ['the receipt'] : []),
        ...(receipt?.unread ?? []),
        ...(receipt && tokensOf(receipt).some(assets.isSkipped) ? ['a token that was one too many to look up'] : []),
      ]),
      ...(receipt === undefined || receipt.execution_status === 'REVERTED'
        ? []
        : controlOf(receipt, payer, transaction?.type === 'DEPLOY_ACCOUNT')),
    ]),
  };
}

function readingOf(
  { transaction, ...outcome }: Found,
  assets: Assets,
  stakerOf: StakerOf,
): Pick<ParsedTransaction, 'mode' | 'tokenId' | 'validators' | 'senders' | 'recipients' | 'nonce'> {
  if (transaction === undefined) return { mode: 'unknown' };
  const sender = senderOf(transaction);
  const { legs, ...deed } = deedOf(transaction, sender, outcome, assets, stakerOf);
  const { nonce, type } = transaction;
  const owner = deed.mode === 'unknown' ? undefined : sender;
  return {
    ...deed,
    ...partiesOf(legs, owner, assets.assetOf),
    // The nonce of a message from layer 1 is none of an account.
    ...(typeof nonce === 'bigint' && type !== 'L1_HANDLER' ? { nonce: nonce.toString() } : {}),
  };
}

/** A reverted transaction is final: it has used its nonce and paid its fee. */
function stateOf({ execution_status: execution, finality_status: finality }: Receipt): ParsedTransaction['state'] {
  if (execution === 'REVERTED') return 'failed';
  if (execution === undefined || finality === undefined) return 'unknown';
  return finality === 'PRE_CONFIRMED' ? 'unconfirmed' : 'confirmed';
}

function outlineOf(receipt: Receipt, { time, head }: Found): Partial<ParsedTransaction> {
  const { execution_resources: used } = receipt;
  const block = blockOf(receipt);
  return {
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
