import { join } from 'node:path';
import process from 'node:process';
import { temporaryFolder } from '../../../leash/src/index.ts';
import { journalVariable } from '../journal.ts';
import { root } from '../root.ts';
import { type Outcome, runVitest } from '../run-vitest.ts';
import { describeResults, type PackageResults, writeResults } from './results.ts';

/** The part of Nx's graph of tasks that is used here. */
interface TaskGraph {
  readonly tasks: Readonly<Record<string, { readonly id: string; readonly projectRoot?: string }>>;
}

interface TaskResult {
  readonly success: boolean;
  readonly terminalOutput: string;
}

/**
 * Runs the tests of several packages. Nx hands over the packages whose results it has not kept. All of them run in one run of vitest. So packages share
 * the workers, and all workers end at about the same time.
 *
 * @returns for each task of Nx whether its tests passed, and their counts. Nx prints the counts again when it takes the result from its cache.
 */
export async function batch(graph: TaskGraph): Promise<Record<string, TaskResult>> {
  // If Nx is killed, nobody else tells this process.
  process.once('disconnect', () => process.exit(1));
  const tasks = Object.values(graph.tasks).map(({ id, projectRoot }) => {
    if (projectRoot === undefined) throw new Error(`Nx did not say where ${id} is. Expected the folder of a package.`);
    return { id, folder: projectRoot };
  });
  const place = temporaryFolder('tests');
  const outcome = await runVitest(
    process.env[journalVariable] ?? join(place.path, 'journal'),
    tasks.map(({ folder }) => `${folder}/`),
  );
  // Nx ends this process and everything that it started. The guardian that removes folders is among it. So the folder goes now.
  place.remove();
  return Object.fromEntries(
    tasks.map(({ id, folder }) => {
      const results = resultsFor(folder, outcome);
      writeResults(join(root, folder), results);
      const counts = describeResults(results);
      console.log(`${folder}: ${counts}`);
      return [id, { success: results.passed, terminalOutput: `${counts}\n` }];
    }),
  );
}

/** The same for one package: for Nx with `--batch=false`. */
export default async function one(_: unknown, { taskGraph }: { taskGraph: TaskGraph }): Promise<{ success: boolean }> {
  const results = Object.values(await batch(taskGraph));
  return { success: results.every(({ success }) => success) };
}

function resultsFor(folder: string, { passed, failures, results, secondTry }: Outcome): PackageResults {
  const isOwn = (file: string) => file.startsWith(`${folder}/`);
  // What belongs to no file can be anybody's.
  const known = failures.files.length > 0 && failures.stray === undefined;
  return {
    passed: passed || (known && !failures.files.some(isOwn)),
    files: results.filter(({ file }) => isOwn(file)),
    secondTry: secondTry.filter(isOwn),
  };
}
