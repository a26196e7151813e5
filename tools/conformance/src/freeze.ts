/** Freezes a value and everything in it, so that code that writes to it fails. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}

/** A copy as it comes back from a client. */
export function throughJson<T>(value: T): T {
  // JSON has no types: that the copy has the same one is what tests of the round trip find out.
  return JSON.parse(JSON.stringify(value)) as T;
}
