import { withRaw } from '@isochain/core';
import { type HttpRequest, largeAnswer, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { type Content, readEnvelope } from '../../read/envelope.ts';
import { keepsPathBounds } from '../../read/path-bounds.ts';
import { type Results, readResults } from '../../read/results.ts';
import { address, hash, integer, time } from '../fields.ts';
import { headOf } from '../head.ts';
import { ledgerOf, transactionPlace } from '../place.ts';
import { type HorizonError, horizonQuery, isMissing, mapped, type Query } from '../query.ts';
import { type ReadRows, readOnce } from '../read-once.ts';

/** A transaction of a ledger. */
export interface MinedTransaction {
  /** The id by which it was asked for. A fee bump has two. */
  readonly id: string;
  readonly isSuccess: boolean;
  readonly ledger: bigint;
  /** When the ledger closed, in milliseconds since 1970. Undefined if it cannot be read. */
  readonly time: number | undefined;
  readonly sequence: bigint;
  readonly feePayer: Address;
  /** Stroops that the network took. Undefined if they cannot be read. */
  readonly feeCharged: bigint | undefined;
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
  created_at: time.optional().catch(undefined),
  source_account: address,
  source_account_sequence: integer,
  fee_account: address.optional().catch(undefined),
  fee_charged: integer.optional().catch(undefined),
  envelope_xdr: z.string(),
  result_xdr: z.string().optional().catch(undefined),
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
      (raw.fee_charged ?? 0n) <= content.fee;
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

/** A row of a history of which nothing but its id and its place could be read. */
export interface UnreadTransaction {
  readonly id: string;
  /** Where it stands in the history. */
  readonly place: bigint;
  /** Undefined if it cannot be read. */
  readonly isSuccess: boolean | undefined;
}

/** A transaction in a list of those of an account. */
export interface ListedTransaction extends UnreadTransaction {
  /** Undefined if it could not be read. */
  readonly transaction: MinedTransaction | undefined;
  readonly raw: unknown;
}

/** What a list tells. */
export interface Listed<T> {
  /** Newest first. */
  readonly rows: readonly T[];
  /** How many rows could not be read at all. */
  readonly unlisted: number;
  /** Whether more may follow. */
  readonly isFull: boolean;
  /** The latest ledger. */
  readonly head: bigint | undefined;
}

/** What of an account's history is asked for. */
export interface Wish {
  readonly account: Address;
  /** The most rows. */
  readonly limit: number;
  /** Where the transaction stands that the page before ended with. */
  readonly after: bigint | undefined;
  readonly passphrase: string;
}

/**
 * A list of what concerns an account, newest first, with what failed. Empty if the server does not know the account, or does not keep what is so old.
 *
 * @param readRow - Others of the process run between two rows. It is called again later, so it reads each row once (`readOnce`).
 */
export function listOf<T>(
  name: 'operations' | 'transactions',
  wish: Wish,
  query: HttpRequest['query'],
  readRow: (raw: unknown) => T | undefined,
  idOf: (row: T) => bigint,
): Query<Listed<T>> {
  const { limit, after } = wish;
  const asked = rowsOf(name, wish, { limit, include_failed: 'true', ...query });
  const list = mapped(asked, ({ rows: raws, head }) => {
    if (raws.length > limit) throw new RejectedAnswer('it answers what was not asked');
    const rows = raws.flatMap((raw) => readRow(raw) ?? []);
    checkOrder(rows.map(idOf), after);
    return { rows, unlisted: raws.length - rows.length, isFull: raws.length === limit, head };
  });
  const steps = (value: unknown) =>
    (value as z.output<typeof rowsSchema>)._embedded.records.map((raw) => () => readRow(raw));
  return { ...list, request: { ...asked.request, steps } };
}

/** What a server answers that was asked for a list. */
interface Rows {
  readonly rows: readonly unknown[];
  /** The latest ledger. */
  readonly head: bigint | undefined;
}

/**
 * One of the lists that a server keeps for an account, newest first, as it wrote them. A server is not believed that has not read the chain as far as the
 * page before: what came in between would be missing.
 */
export function rowsOf(
  name: 'operations' | 'trades' | 'transactions',
  { account, after }: Pick<Wish, 'account' | 'after'>,
  query: HttpRequest['query'],
): Query<Rows> {
  const asked = horizonQuery<z.output<typeof rowsSchema>, readonly unknown[]>({
    path: `/accounts/${account}/${name}`,
    route: `/accounts/{account}/${name}`,
    query: { order: 'desc', ...query, ...(after === undefined ? {} : { cursor: after.toString() }) },
    schema: rowsSchema,
    maxBytes: largeAnswer,
    read: ({ _embedded: { records } }) => records,
    refused: (error) => (isMissing(error) || beforeHistory(error) ? { value: [] } : undefined),
  });
  return {
    ...asked,
    read(answer) {
      const rows = asked.read(answer);
      const head = headOf(answer);
      if (after !== undefined && head !== undefined && head < ledgerOf(after))
        throw new RejectedAnswer('it has not read the chain that far', 'unavailable');
      return { rows, head };
    },
  };
}

/** Whether the server does not keep what is so old (stellar-docs, errors/http-status-codes/horizon-specific/before-history). */
function beforeHistory({ type }: HorizonError): boolean {
  return type.endsWith('/before_history');
}

/** A list whose rows are read one by one. */
const rowsSchema = z.object({ _embedded: z.object({ records: z.array(z.unknown()) }) });

/** @throws RejectedAnswer if rows do not come newest first, come twice, or were not asked for. */
export function checkOrder(ids: readonly bigint[], after: bigint | undefined): void {
  let last = after;
  for (const id of ids) {
    if (last !== undefined && id >= last) throw new RejectedAnswer('it answers what was not asked');
    last = id;
  }
}

const placedSchema = z.object({ hash, paging_token: integer, successful: z.boolean().optional().catch(undefined) });

/**
 * Transactions that concern an account: those of its operations, those whose fee it paid, and in old ledgers others that changed what it holds of XLM
 * (stellar/stellar-horizon, internal/ingest/processors/participants_processor.go: participantsForMeta reads the first form of results only).
 */
export function transactionsOf(wish: Wish): Query<Listed<ListedTransaction>> {
  const readRow = (raw: unknown) => readOnce(listedRows, raw, () => readListed(raw, wish.passphrase));
  return listOf('transactions', wish, {}, readRow, ({ place }) => place);
}

const listedRows: ReadRows<ListedTransaction | undefined> = new WeakMap();

function readListed(raw: unknown, passphrase: string): ListedTransaction | undefined {
  const placed = placedSchema.safeParse(raw);
  if (!placed.success) return undefined;
  const { hash: id, paging_token: place, successful: isSuccess } = placed.data;
  if (transactionPlace(place) !== place) return undefined;
  const { success, data } = transactionSchema.safeParse(raw);
  const transaction = success ? readMined(data, passphrase) : undefined;
  if (transaction !== undefined && transaction.ledger !== ledgerOf(place))
    throw new RejectedAnswer('it tells a transaction in another ledger');
  return { id, place, isSuccess, transaction, raw };
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
