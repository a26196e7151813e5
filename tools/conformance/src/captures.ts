import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'vitest';

/** Beside the checkout, in a folder `shared`: whole answers of nodes and services, as somebody recorded them. */
const folder = new URL('../../../../shared/captures/', import.meta.url);

/**
 * Tests over whole recordings. These are files of other people, so the project has no copy: its fixtures hold the facts alone. Where a recording is
 * missing, one skipped test stands here instead, which names it.
 *
 * @param what - What is tested.
 * @param names - The recordings that the tests read: paths in the folder `shared/captures` beside the checkout.
 * @param define - Defines the tests. It is given a function that reads the text of one of `names`.
 * @param options - `shuffle: false` for tests that go on where the one before stopped.
 */
export function describeCaptures(
  what: string,
  names: readonly string[],
  define: (read: (name: string) => string) => void,
  options: { readonly shuffle?: false } = {},
): void {
  const read = (name: string) => {
    if (!names.includes(name)) throw new Error(`${name} is not among the recordings of "${what}"`);
    return readFileSync(new URL(name, folder), 'utf8');
  };
  const missing = names.filter((name) => !existsSync(new URL(name, folder)));
  if (missing.length === 0) describe(what, options, () => define(read));
  else
    it.skipIf(missing.length > 0)(`${what} (skipped: not in ../shared/captures: ${missing.join(', ')})`, () => {
      missing.map(read);
    });
}
