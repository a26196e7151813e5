/** The part of a loop that an ordinary run makes, beyond one of each kind. */
const share = 10;

/** Loops of up to so many turns are always made whole: leaving turns out would save nothing. */
const small = 25;

/** How many turns an ordinary run makes of a loop: a tenth, but not less than 25, or all if there are fewer. */
export function sampleSize(all: number): number {
  return Math.min(all, Math.max(small, Math.ceil(all / share)));
}

/**
 * The items that an ordinary run tries: one of each kind first, then others until there are `size`. Kinds come first even if there are more of them
 * than `size`. The order of the items stays.
 *
 * @param kindOf - What must not be left out whole: a mode, a field, a code. Items of one kind are interchangeable in a sample.
 * @param seed - Decides which ones of a kind are taken.
 */
export function sampleOf<T>(items: readonly T[], kindOf: (item: T) => unknown, size: number, seed: number): T[] {
  const drawn = items.map((_, index) => index).toSorted((a, b) => weight(a, seed) - weight(b, seed) || a - b);
  const taken = new Set<number>();
  const kinds = new Set<unknown>();
  for (const index of drawn) {
    const kind = kindOf(items[index] as T);
    if (kinds.has(kind)) continue;
    kinds.add(kind);
    taken.add(index);
  }
  for (const index of drawn) {
    if (taken.size >= size) break;
    taken.add(index);
  }
  return items.filter((_, index) => taken.has(index));
}

/** A number that looks drawn: the same for the same index and seed. Mixes bits as MurmurHash3's finalizer does (public domain, A. Appleby). */
function weight(index: number, seed: number): number {
  let bits = (seed ^ Math.imul(index + 1, 0x9e3779b1)) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
