import { type Operation, silent } from '@isochain/core/upstream';
import { readTransferCall } from '../bytes/token-call.ts';
import { askOne } from '../upstream/ask.ts';
import { checkBlockTime } from '../upstream/block-time.ts';
import { minedTransaction, transactionOutcome } from '../upstream/queries/transactions.ts';
import type { Query } from '../upstream/query.ts';
import { deedOf } from './deed.ts';
import { type Detail, type Group, outcomeIn } from './history-group.ts';

/**
 * How many questions tell what the lists do not: who signed a transaction of others, its memo and its fee, and all that a call moved. 0 if the lists tell
 * everything.
 */
export function questionsFor(found: Group): 0 | 1 | 2 {
  const { transaction, transfers, odd, isCut } = found;
  const content = transaction?.content;
  if (isCut) return 0;
  if (transaction === undefined || content === undefined) return 2;
  if (odd.length > 0) return 1;
  if (transaction.outcome.isFailed) return 0;
  const { contract, memo } = content;
  // What other calls moved between others decides what they were, and what any call moved decides whether the memo is one of who pays.
  if (contract?.type === 'TriggerSmartContract')
    return readTransferCall(contract.data) !== undefined && transfers.length > 0 && memo === undefined ? 0 : 1;
  return deedOf(content, outcomeIn(found, transaction), () => ({ ticker: '' })).untold === undefined ? 0 : 1;
}

/**
 * Asks the endpoint that gave the lists, so that all parts are of one chain.
 *
 * @returns Undefined if it does not say, or what it says cannot be true.
 */
export async function readDetail(
  { hash: id, block, transaction }: Group,
  endpoint: string,
  operation: Operation,
): Promise<Detail | undefined> {
  const tell = <T>(query: Query<T>) =>
    silent(askOne({ ...query, kind: 'trongrid' }, operation, { endpoint, maxAttempts: 1 }));
  const [outcome, mined] = await Promise.all([
    tell(transactionOutcome(id)),
    transaction?.content === undefined ? tell(minedTransaction(id)) : undefined,
  ]);
  const content = transaction?.content ?? mined?.content;
  if (outcome === undefined || content === undefined || BigInt(outcome.time) !== block) return undefined;
  if (!fits(outcome.time, content.expiration)) return undefined;
  const isFailed = outcome.isFailed || mined?.isFailed === true || transaction?.outcome.isFailed === true;
  return {
    content: mined?.content,
    outcome: { ...outcome, isFailed },
    raw: { transaction: mined?.raw, info: outcome.raw },
  };
}

function fits(time: number, expiration: number): boolean {
  try {
    checkBlockTime(time, expiration);
    return true;
  } catch {
    return false;
  }
}
