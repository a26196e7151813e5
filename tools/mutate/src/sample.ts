/**
 * Some of a list, the same ones for the same seed: a sample that is a part of a larger one of the same seed, so that a run can be continued with more.
 *
 * @param size - All, in their order, if it is as large as the list or undefined.
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
