import { type Operation, RejectedAnswer } from '@isochain/core/upstream';
import { ask } from '../upstream/ask.ts';
import type { OperationRecord } from '../upstream/operation-record.ts';
import { type Effects, effectsOf } from '../upstream/queries/effects.ts';
import { checkRecords, operationsOf } from '../upstream/queries/operations.ts';
import type { MinedTransaction } from '../upstream/queries/transactions.ts';
import { mapped, type Query } from '../upstream/query.ts';
import { effectsIn, movesByContract, needsEffects } from './steps.ts';

/** A transaction that was found. */
export interface Needing {
  readonly transaction: MinedTransaction;
  /** Its operations, as far as the server told them. */
  readonly records: readonly OperationRecord[];
}

/** What else is known of a transaction. */
export interface Needed {
  /** Undefined if they were not needed. */
  readonly effects: Effects | undefined;
  readonly records: readonly OperationRecord[];
  readonly raw: { readonly operations?: readonly unknown[]; readonly effects?: readonly unknown[] };
}

/**
 * Asks for what tells the amounts of those transactions that nothing else tells, in one round: effects of claims and of shares of pools, and operations of contracts in
 * transactions that an account only paid for. Usually there are none, and nobody is asked.
 *
 * @returns By the id of the transaction.
 * @throws UpstreamError if no endpoint gave a usable answer.
 */
export async function readNeeded(
  found: readonly Needing[],
  operation: Operation,
): Promise<ReadonlyMap<string, Needed>> {
  const successful = found.filter(({ transaction }) => transaction.isSuccess);
  const ofEffects = successful.filter(({ transaction }) => transaction.content?.operations.some(needsEffects) === true);
  const ofRecords = successful.filter(
    ({ transaction, records }) =>
      records.length === 0 && transaction.content?.operations.some(movesByContract) === true,
  );
  if (ofEffects.length + ofRecords.length === 0) return new Map();
  const queries: Record<string, Query<Needed>> = Object.fromEntries([
    ...ofEffects.map(({ transaction, records }) => [
      transaction.id,
      mapped(effectsOf(transaction.id), (effects): Needed => {
        checkEffects(transaction, effects);
        return { effects, records, raw: { effects: effects.raw } };
      }),
    ]),
    ...ofRecords.map(({ transaction }) => [
      transaction.id,
      mapped(operationsOf(transaction.id), (told): Needed => {
        const { records = [], raw: operations = [] } = told ?? {};
        checkRecords(transaction, records);
        return { effects: undefined, records, raw: { operations } };
      }),
    ]),
  ]);
  return new Map(Object.entries(await ask(queries, operation)));
}

/** @throws RejectedAnswer if they are missing. */
function checkEffects({ content }: MinedTransaction, { list, isCut }: Effects): void {
  const isWhole = content?.operations.every((each, i) => !needsEffects(each) || effectsIn(each, i, list).length > 0);
  if (isWhole !== true && !isCut) throw new RejectedAnswer('it does not have the effects', 'unavailable');
}
