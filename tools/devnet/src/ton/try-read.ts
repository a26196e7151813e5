/** What a reader answers, or undefined if the cell has another form: anybody can send anything. */
export function tryRead<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
