import type { ParsedTransaction } from '../schema/transaction-record.ts';

const lists: readonly string[] = ['senders', 'recipients', 'validators'] satisfies (keyof ParsedTransaction)[];

/** Clients expect somebody in a list of senders, recipients or validators that is there at all: families need not think of it. */
export function withoutEmptyLists(parsed: ParsedTransaction): ParsedTransaction {
  const isEmpty = ([name, value]: [string, unknown]) => lists.includes(name) && Object.keys(value ?? {}).length === 0;
  return Object.fromEntries(Object.entries(parsed).filter((entry) => !isEmpty(entry))) as ParsedTransaction;
}
