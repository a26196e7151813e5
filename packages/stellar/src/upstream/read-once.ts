/** What was made of rows that a server wrote. It is forgotten with the row. */
export type ReadRows<T> = WeakMap<object, { readonly row: T }>;

/** Reads a row once, however often it is asked for: its envelope takes a millisecond. */
export function readOnce<T>(known: ReadRows<T>, raw: unknown, read: () => T): T {
  if (typeof raw !== 'object' || raw === null) return read();
  const found = known.get(raw) ?? { row: read() };
  known.set(raw, found);
  return found.row;
}
