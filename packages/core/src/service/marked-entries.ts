import type { Identifiers } from '../contract/identifiers.ts';
import type { ReadTransaction } from '../family.ts';
import { poisoningOf, withWarnings } from '../movements/poisoning.ts';

/**
 * Marks the entries of a page that strangers made to mislead (`transaction.nothingMoved`, `transaction.lookAlike`).
 *
 * @param account - Canonical. Pages of extended public keys are not marked: their entries name many addresses, and which are the account's is not told.
 */
export function markedEntries(
  { recipient: parse }: Pick<Identifiers, 'recipient'>,
  account: string,
  entries: readonly ReadTransaction[],
): readonly ReadTransaction[] {
  const seen = new Map<string, string | undefined>();
  const ownerOf = (address: string) => {
    if (!seen.has(address)) {
      const parsed = parse(address);
      seen.set(address, parsed.ok ? (parsed.owner ?? parsed.canonical) : undefined);
    }
    return seen.get(address);
  };
  const own = ownerOf(account);
  if (own === undefined) return entries;
  // What cannot be read as an address may be the account: then nothing is marked.
  const owns = (address: string) => address === account || (ownerOf(address) ?? own) === own;
  const marks = poisoningOf(
    { account, owns },
    entries.map(({ parsed }) => parsed),
  );
  return entries.map((entry, i) => ({ ...entry, parsed: withWarnings(entry.parsed, marks[i] ?? []) }));
}
