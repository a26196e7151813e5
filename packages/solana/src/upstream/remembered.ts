/** So many are remembered of each kind; they are small. */
const mostRemembered = 1_000;

/**
 * Makes a thing once for equal parameters, as long as it is among the latest. Schemas are made with it that depend on what is asked: reads in
 * flight are recognised as equal by their schema, so that a new one for each would never be shared.
 *
 * @param make - Of parameters that JSON tells apart.
 */
export function remembered<P, T>(make: (parameters: P) => T): (parameters: P) => T {
  const made = new Map<string, T>();
  return (parameters) => {
    const key = JSON.stringify(parameters);
    const known = made.get(key);
    if (known !== undefined) return known;
    const fresh = make(parameters);
    const [oldest] = made.keys();
    if (oldest !== undefined && made.size >= mostRemembered) made.delete(oldest);
    made.set(key, fresh);
    return fresh;
  };
}
