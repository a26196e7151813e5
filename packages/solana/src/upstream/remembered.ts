/** How many results are kept of each kind. They are small. */
const mostRemembered = 1_000;

/**
 * Keeps the latest results of a function, by its parameters. It is for schemas that depend on the question: reads are coalesced only if they have the
 * same schema object, so a new schema for each read would prevent it.
 *
 * @param make - Its parameters must differ as JSON.
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
