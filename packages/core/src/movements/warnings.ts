import { type Problem, problem } from '../problem.ts';
import { toStatusEntry } from '../schema/status.ts';
import type { ParsedTransaction } from '../schema/transaction-record.ts';

type Warned = Pick<ParsedTransaction, 'warnings'>;

/** The warnings of an entry. None add nothing to it. */
export function warned(problems: readonly Problem[]): Warned {
  return problems.length === 0 ? {} : { warnings: problems.map(toStatusEntry) };
}

/**
 * The warning of an entry of which a part could not be read. That part is left out; it must not cost the entry, and an entry must not cost its page.
 *
 * @param parts - What could not be read, a noun for each: `a token transfer`. Equal ones are named once.
 * @returns no problem if everything could be read.
 */
export function unreadParts(parts: readonly string[]): Problem[] {
  if (parts.length === 0) return [];
  return [problem('transaction.incomplete', { parts: [...new Set(parts)].join(', ') })];
}

/**
 * The warning of an entry that cannot be whole: the upstream never tells some movements, such as coins that contracts moved.
 *
 * @param parts - What is not told, a noun for each, in the plural.
 */
export function untoldParts(parts: readonly string[]): Problem[] {
  return parts.length === 0 ? [] : [problem('transaction.untold', { parts: parts.join(', ') })];
}

/** The same as an entry has it, if it has no other warnings. */
export function incomplete(parts: readonly string[]): Warned {
  return warned(unreadParts(parts));
}

/**
 * The warning of an entry that changes who may spend from an account: another key, an owner, a signer. Whoever looks only at amounts would not see it.
 *
 * @param account - As answers spell it.
 * @param by - Who may spend from now on: an address or a key.
 */
export function changedControl(account: string, by: string): Problem {
  return problem('transaction.changesControl', { account, by });
}
