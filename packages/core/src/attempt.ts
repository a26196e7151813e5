/** Calls a function, and returns undefined if it throws anything. For input from outside, which can be wrong in many ways. */
export function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
