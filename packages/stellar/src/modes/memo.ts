import { type Problem, problem } from '@isochain/core';
import type { AccountId } from '../address/account.ts';
import { longestText, type Memo, type MemoFault, type MemoType, readMemo } from '../bytes/memo.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';

const field = 'transaction.data.memo';

/** The memo of an intent, with what is wrong about it. */
export function memoOf(
  text: string | undefined,
  wished: MemoType | undefined,
): { readonly memo: Memo; readonly errors: readonly Problem[]; readonly warnings: readonly Problem[] } {
  const memo = readMemo(text, wished);
  if ('fault' in memo) return { memo: { type: 'none' }, errors: [faultProblem(memo.fault)], warnings: [] };
  return { memo, errors: [], warnings: looksLikeId(text, memo, wished) };
}

function faultProblem(fault: MemoFault): Problem {
  if ('tooLong' in fault) return problem('memo.tooLong', { bytes: fault.tooLong, limit: longestText }, field);
  return problem('memo.invalid', fault, field);
}

/** Exchanges give their customers numbers, and many read memos of type id only. */
function looksLikeId(text: string | undefined, memo: Memo, wished: MemoType | undefined): Problem[] {
  if (memo.type !== 'text' || wished !== undefined || memo.value !== text || !/^[0-9]+$/.test(text)) return [];
  return [problem('memo.ambiguous', { reason: 'it is sent as text. Write id: before it to send a number' }, field)];
}

/**
 * What a recipient asks of a memo (SEP-29). The number of a muxed account stands for a memo.
 *
 * @param recipient - Undefined if the account does not exist.
 */
export function recipientMemoProblems(
  { id }: AccountId,
  recipient: AccountFacts | undefined,
  memo: Memo,
): { readonly errors: readonly Problem[]; readonly warnings: readonly Problem[] } {
  const errors =
    recipient?.requiresMemo && id === undefined && memo.type === 'none'
      ? [problem('recipient.memoRequired', {}, field)]
      : [];
  const reason = 'the recipient has a number in its address, and readers may take either';
  const warnings = id !== undefined && memo.type !== 'none' ? [problem('memo.ambiguous', { reason }, field)] : [];
  return { errors, warnings };
}
