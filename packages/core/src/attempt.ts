/** What a function makes; undefined where it throws, whatever it is. Of what comes from outside, and may be wrong in many ways. */
export function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
