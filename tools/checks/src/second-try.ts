import { type Entry, resultsOf, unfinishedOf } from './journal.ts';

/** More files than this do not fail by chance: a second try would only take time. */
const most = 20;

/** What failed in a run. */
export interface Failures {
  /** Files that failed, or that never ended. */
  readonly files: readonly string[];
  /** An error that belongs to no file: anybody's test can have caused it. */
  readonly stray: string | undefined;
}

/** What a run that failed leads to: files that are run once more, or the reason why none is. */
export type Verdict = { readonly again: readonly string[] } | { readonly again?: undefined; readonly why: string };

export function failuresOf(entries: readonly Entry[]): Failures {
  const errors = entries.filter((entry) => entry.event === 'error');
  const files = [
    ...resultsOf(entries).flatMap(({ failed, file }) => (failed ? [file] : [])),
    ...unfinishedOf(entries),
    ...errors.flatMap(({ file }) => file ?? []),
  ];
  return { files: [...new Set(files)], stray: errors.find(({ file }) => file === undefined)?.message };
}

/**
 * Decides which files of a failed run are tried again.
 *
 * @param exhaustive - The exhaustive run counts what fails once as failed.
 */
export function judge({ files, stray }: Failures, exhaustive: boolean): Verdict {
  if (stray !== undefined) return { why: `An error belongs to no file: ${stray}` };
  if (files.length === 0) return { why: 'No test file failed: the run itself did.' };
  const names = files.map((file) => `\n  ${file}`).join('');
  if (exhaustive) return { why: `Failed, and the exhaustive run tries nothing twice:${names}` };
  if (files.length > most)
    return { why: `${files.length} files failed. So many do not fail by chance: none is tried again.${names}` };
  return { again: files };
}
