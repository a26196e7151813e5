import type { ParsedTransaction } from '../schema/transaction-record.ts';

const lists: readonly string[] = ['senders', 'recipients', 'validators'] satisfies (keyof ParsedTransaction)[];

/** Drops empty lists of senders, recipients and validators, because clients expect an entry in each list. Done here for all families. */
export function withoutEmptyLists(parsed: ParsedTransaction): ParsedTransaction {
  const isEmpty = ([name, value]: [string, unknown]) => lists.includes(name) && Object.keys(value ?? {}).length === 0;
  return Object.fromEntries(Object.entries(parsed).filter((entry) => !isEmpty(entry))) as ParsedTransaction;
}
