import { problem } from '../problem.ts';
import { toStatusEntry } from '../schema/status.ts';
import type { ParsedTransaction } from '../schema/transaction-record.ts';

/**
 * The warning of an entry of which a part could not be read. That part is left out; it must not cost the entry, and an entry must not cost its page.
 *
 * @param parts - What could not be read, a noun for each: `a token transfer`. Equal ones are named once.
 * @returns nothing to add if everything could be read.
 */
export function incomplete(parts: readonly string[]): Pick<ParsedTransaction, 'warnings'> {
  if (parts.length === 0) return {};
  return { warnings: [toStatusEntry(problem('transaction.incomplete', { parts: [...new Set(parts)].join(', ') }))] };
}
