/**
 * Does something for each item, side by side but for few of them at a time: public servers set clients aside that ask too much at once.
 *
 * @param limit - How many at a time, at most.
 * @param task - A failure of it is thrown on.
 *
 * @returns The results, in the order of the items. With the first failure no more are begun.
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
