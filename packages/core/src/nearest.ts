/** With more changes than this, or than a third of the name, it is no typo. */
const mostChanges = 2;

/**
 * The name that somebody probably meant.
 *
 * @param text - What was written; upper case, dashes and underscores are forgiven.
 * @returns undefined if no name is near, or several are as near as each other.
 */
export function nearest<Name extends string>(text: string, names: readonly Name[]): Name | undefined {
  const written = folded(text);
  const most = Math.min(mostChanges, Math.floor(written.length / 3));
  const near = names
    .filter((name) => Math.abs(folded(name).length - written.length) <= most)
    .map((name) => ({ name, changes: changesBetween(written, folded(name)) }))
    .filter(({ changes }) => changes <= most)
    .sort((a, b) => a.changes - b.changes);
  const [first, second] = near;
  return first?.changes === second?.changes ? undefined : first?.name;
}

function folded(text: string): string {
  return text.toLowerCase().replaceAll(/[-_]/g, '');
}

/**
 * How many letters must be inserted, deleted, replaced, or swapped with their neighbour to turn one text into the other: the optimal string alignment
 * distance, by the recurrence of Wagner and Fischer (https://en.wikipedia.org/wiki/Damerau-Levenshtein_distance).
 */
function changesBetween(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(above, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(at(above, j) + 1, at(row, j - 1) + 1, replaced, isSwapped ? at(before, j - 2) + 1 : Infinity));
    }
    before = above;
    above = row;
  }
  return at(above, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
