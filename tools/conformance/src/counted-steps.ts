import type { Operation } from '@isochain/core/upstream';

/**
 * The same operation, which counts the items that it computes one after the other, and lets other requests in between (`computeEach`).
 *
 * Time is no test: on a fast machine a page that holds the thread looks harmless. So the suite counts.
 */
export function countSteps(operation: Operation): { readonly operation: Operation; items(): number } {
  let items = 0;
  const counting = (original: Operation): Operation =>
    new Proxy(original, {
      get(target, key, receiver) {
        if (key === 'strict') return counting(target.strict);
        const value = Reflect.get(target, key, receiver);
        if (key !== 'computeEach') return value;
        return (list: readonly unknown[], step: (item: unknown) => unknown) => {
          items += list.length;
          return original.computeEach(list, step);
        };
      },
    });
  return { operation: counting(operation), items: () => items };
}
