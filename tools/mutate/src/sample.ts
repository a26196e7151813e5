/**
 * Some entries of a list. The same seed gives the same entries, and a larger sample of that seed contains the smaller one. So a larger sample can
 * continue an earlier run.
 *
 * @param size - The number of entries. If it is undefined, or as large as the list, the answer is the whole list in its order.
 */
export function sampleOf<Item>(items: readonly Item[], size: number | undefined, seed: number): Item[] {
  if (size === undefined || size >= items.length) return [...items];
  const next = randomOf(seed);
  const ranked = items.map((item, i) => ({ item, i, rank: next() }));
  const chosen = ranked.toSorted((a, b) => a.rank - b.rank).slice(0, size);
  return chosen.toSorted((a, b) => a.i - b.i).map(({ item }) => item);
}

/** Numbers from 0 to 2^32: mulberry32, https://github.com/cprosche/mulberry32 (public domain). */
function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
