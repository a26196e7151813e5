import { type Entry, resultsOf, unfinishedOf } from './journal.ts';

/** More files than this do not fail by chance: a second try would only take time. */
const most = 20;

/** What a run that failed leads to: files that are run once more, or the reason why none is. */
export type Verdict = { readonly again: readonly string[] } | { readonly again?: undefined; readonly why: string };

/**
 * Decides which files of a failed run are tried again.
 *
 * @param exhaustive - The exhaustive run counts what fails once as failed.
 */
export function judge(entries: readonly Entry[], exhaustive: boolean): Verdict {
  const failed = new Set([
    ...resultsOf(entries).flatMap(({ failed, file }) => (failed ? [file] : [])),
    ...unfinishedOf(entries),
  ]);
  for (const entry of entries) {
    if (entry.event !== 'error') continue;
    if (entry.file === undefined) return { why: `An error belongs to no file: ${entry.message}` };
    failed.add(entry.file);
  }
  if (failed.size === 0) return { why: 'No test file failed: the run itself did.' };
  const names = [...failed].map((file) => `\n  ${file}`).join('');
  if (exhaustive) return { why: `Failed, and the exhaustive run tries nothing twice:${names}` };
  if (failed.size > most)
    return { why: `${failed.size} files failed. So many do not fail by chance: none is tried again.${names}` };
  return { again: [...failed] };
}
