import { withRaw } from '@isochain/core';
import { largeAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { type Content, readEnvelope } from '../../read/envelope.ts';
import { keepsPathBounds } from '../../read/path-bounds.ts';
import { type Results, readResults } from '../../read/results.ts';
import { address, hash, integer, time } from '../fields.ts';
import { headOf } from '../head.ts';
import { horizonQuery, isMissing, type Query } from '../query.ts';

/** A transaction of a ledger. */
export interface MinedTransaction {
  /** The id by which it was asked for. A fee bump has two. */
  readonly id: string;
  readonly isSuccess: boolean;
  readonly ledger: bigint;
  /** When the ledger closed, in milliseconds since 1970. */
  readonly time: number;
  readonly sequence: bigint;
  readonly feePayer: Address;
  /** Stroops that the network took. */
  readonly feeCharged: bigint;
  /** What was signed, proven by the id. Undefined for what the library cannot read: newer kinds of envelopes. */
  readonly content: Content | undefined;
  /** What came of it, by the server's word. Undefined for what the library cannot read. */
  readonly results: Results | undefined;
}

/** A transaction as Horizon has it (stellar/go, protocols/horizon/main.go: Transaction). */
export const transactionSchema = z.object({
  hash,
  successful: z.boolean(),
  ledger: integer,
  created_at: time,
  source_account: address,
  source_account_sequence: integer,
  fee_account: address.optional(),
  fee_charged: integer,
  envelope_xdr: z.string(),
  result_xdr: z.string().optional(),
});

/**
 * Reads a transaction, and proves it by its id.
 *
 * @throws RejectedAnswer if the envelope has another id, or what the server says of it is something else.
 */
export function readMined(raw: z.output<typeof transactionSchema>, passphrase: string): MinedTransaction {
  const content = readEnvelope(raw.envelope_xdr, passphrase);
  const results = readResults(raw.result_xdr);
  const feePayer = raw.fee_account ?? content?.feePayer.account ?? raw.source_account;
  if (content !== undefined) {
    if (raw.hash !== content.id && raw.hash !== content.innerId)
      throw new RejectedAnswer('it answers with a transaction that has another id');
    const isTold =
      raw.source_account === content.source.account &&
      raw.source_account_sequence === content.sequence &&
      feePayer === content.feePayer.account &&
      raw.fee_charged <= content.fee;
    if (!isTold) throw new RejectedAnswer('it says of a transaction what does not stand in it');
  }
  if (results !== undefined) {
    const count = content?.operations.length ?? results.operations.length;
    const isWhole = results.operations.length === count;
    if (results.isSuccess !== raw.successful || (results.isSuccess && !isWhole))
      throw new RejectedAnswer('it contradicts itself about what came of a transaction');
    if (content !== undefined && !keepsPathBounds(content.operations, results))
      throw new RejectedAnswer('it tells a result that the transaction does not allow');
  }
  return {
    id: raw.hash,
    isSuccess: raw.successful,
    ledger: raw.ledger,
    time: raw.created_at,
    sequence: raw.source_account_sequence,
    feePayer,
    feeCharged: raw.fee_charged,
    content,
    results,
  };
}

const withItsText = withRaw(transactionSchema);

/** A transaction with what the server wrote. */
export interface FoundTransaction {
  readonly transaction: MinedTransaction;
  readonly raw: unknown;
  /** The latest ledger. */
  readonly head: bigint | undefined;
}

/**
 * A transaction by its id: that of a fee bump, or of the transaction within. Undefined if the server does not have it.
 *
 * @param passphrase - Of the network.
 */
export function transactionById(id: string, passphrase: string): Query<FoundTransaction | undefined> {
  const query = horizonQuery<z.output<typeof withItsText>, Omit<FoundTransaction, 'head'> | undefined>({
    path: `/transactions/${id}`,
    route: '/transactions/{id}',
    schema: withItsText,
    // What contracts changed may stand in it.
    maxBytes: largeAnswer,
    read({ value, raw }) {
      if (value.hash !== id) throw new RejectedAnswer('it answers with another transaction');
      return { transaction: readMined(value, passphrase), raw };
    },
    refused: (error) => (isMissing(error) ? { value: undefined } : undefined),
  });
  return {
    ...query,
    read(answer) {
      const found = query.read(answer);
      return found && { ...found, head: headOf(answer) };
    },
  };
}
