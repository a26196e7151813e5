import type { Core, Entry } from '../core/core.ts';

/** A transaction that history has, by its hash: of a fee bump by that of the transaction within too. */
export function findEntry(core: Core, hash: string): Entry | undefined {
  return entriesOf(core).findLast(({ submission }) => submission.hash === hash || submission.inner.hash === hash);
}

/** All transactions that history has, oldest first. */
export function entriesOf(core: Core): Entry[] {
  return core.history.flatMap(({ entries }) => entries);
}
