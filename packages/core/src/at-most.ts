/**
 * Runs a task for each item, with at most `limit` tasks at a time: public servers block clients that ask too much at once.
 *
 * @param task - After its first failure no more tasks begin, and the failure is thrown.
 *
 * @returns The results, in the order of the items.
 */
export async function atMost<T, R>(limit: number, items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const at = next++;
      try {
        results[at] = await task(items[at] as T);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}
