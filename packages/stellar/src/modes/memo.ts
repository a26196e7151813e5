import { fromBase64, fromHex, type Problem, problem, stripHexPrefix } from '@isochain/core';
import type { AccountId } from '../address/address.ts';
import { longestText, type Memo, type MemoFault, type MemoType, readMemo } from '../bytes/memo.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';

// Exchanges tell their customers apart by memos. A memo that is lost, or of another kind, loses the deposit.

const field = 'transaction.data.memo';
const typeField = 'transaction.data.params.memoType';

/** What is wrong about a memo. */
interface MemoNews {
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/**
 * The memo of an intent, with what is wrong about it.
 *
 * @param text - As the client sent it, perhaps with its kind before it. Undefined if there is none.
 * @param wished - `params.memoType`.
 */
export function memoOf(text: string | undefined, wished: MemoType | undefined): MemoNews & { readonly memo: Memo } {
  const none = { memo: { type: 'none' }, warnings: [] } as const;
  if (text === undefined || text === '') return { ...none, errors: wished === undefined ? [] : [wishedForNothing] };
  const memo = readMemo(text, wished);
  if ('fault' in memo) return { ...none, errors: [faultProblem(text, memo.fault)] };
  // The client meant to send something.
  if (memo.type === 'none') return { ...none, errors: [invalid('text', 'nothing stands after text:')] };
  return { memo, errors: [], warnings: doubts(text, memo, wished).map(ambiguous) };
}

const reasonForNothing = 'there is no memo that it could be the kind of';
const wishedForNothing = problem('wish.invalid', { field: typeField, reason: reasonForNothing }, typeField);

function invalid(type: MemoType, reason: string): Problem {
  return problem('memo.invalid', { type, reason }, field);
}

function ambiguous(reason: string): Problem {
  return problem('memo.ambiguous', { reason }, field);
}

function faultProblem(text: string, fault: MemoFault): Problem {
  if ('tooLong' in fault) {
    const looksLikeHash = (fromHex(stripHexPrefix(text)) ?? fromBase64(text))?.length === hashLength;
    if (!looksLikeHash) return problem('memo.tooLong', { bytes: fault.tooLong, limit: longestText }, field);
    const reason = `it has ${fault.tooLong} bytes, and a text has ${longestText} at most. It looks like a hash: write hash: before it to send the ${hashLength} bytes that it means`;
    return invalid('text', reason);
  }
  const { type, reason } = fault;
  const value = text.replace(/^(?:id|hash|return):/, '');
  const isSpaced = type !== 'text' && value !== value.trim();
  return invalid(type, isSpaced ? 'it begins or ends with a space or a line break' : reason);
}

/** Bytes of a memo of type hash or return (stellar/stellar-xdr, Stellar-transaction.x: Memo). */
const hashLength = 32;

/** Why the recipient may not understand a text. Clauses for `memo.ambiguous`. */
function doubts(text: string, memo: Memo, wished: MemoType | undefined): string[] {
  // A client that names the kind means it.
  if (memo.type !== 'text' || wished !== undefined || memo.value !== text) return [];
  const reasons: string[] = [];
  const trimmed = text.trim();
  if (isNumber(trimmed)) reasons.push('it is sent as text. Write id: before it to send a number');
  const [, kind] = /^(text|id|hash|return)\s*[:=]/i.exec(trimmed) ?? [];
  if (kind !== undefined)
    reasons.push(`all of it is sent as text. Write ${kind.toLowerCase()}: exactly so to name the kind`);
  if (trimmed !== text) reasons.push('it begins or ends with a space or a line break, which is sent too');
  if (unseen.test(trimmed)) reasons.push('it has characters that nobody sees, which are sent too');
  return reasons;
}

/** Whether a text could be a memo of type id. */
function isNumber(text: string): boolean {
  return /^[0-9]{1,40}$/.test(text) && BigInt(text) < 2n ** 64n;
}

/** Control characters, and those that pages add for line breaks and directions of writing. They come along when a memo is copied. */
const unseen = /[\p{Cc}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u;

/**
 * What a recipient asks of a memo (SEP-29). The number of a muxed account stands for a memo. An account that does not exist asks for nothing.
 *
 * @param recipient - Undefined if the account does not exist.
 */
export function recipientMemoProblems({ id }: AccountId, recipient: AccountFacts | undefined, memo: Memo): MemoNews {
  const isDemanded = recipient?.requiresMemo === true && id === undefined;
  const errors = isDemanded && memo.type === 'none' ? [problem('recipient.memoRequired', {}, field)] : [];
  const warnings: Problem[] = [];
  if (id !== undefined && memo.type !== 'none')
    warnings.push(ambiguous('the recipient has a number in its address, and readers may take either'));
  // Such a memo names a payment that is paid back (stellar/stellar-docs, learn/encyclopedia/transactions-specialized/memos.mdx).
  if (isDemanded && memo.type === 'return')
    warnings.push(
      ambiguous('its kind is for paying something back, and the recipient demands a memo to tell its customers apart'),
    );
  return { errors, warnings };
}
