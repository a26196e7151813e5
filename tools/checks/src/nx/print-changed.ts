// Prints the packages whose test results a change since a commit can reach, as JSON. A process of its own, because Nx takes its settings from the environment
// when it is loaded.
//
//   node print-changed.ts <commit>

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { HashPlanInspector } from 'nx/src/hasher/hash-plan-inspector.js';
import { createProjectGraphAsync } from 'nx/src/project-graph/project-graph.js';

const [base = 'main'] = process.argv.slice(2);
const root = fileURLToPath(new URL('../../../../', import.meta.url));
process.chdir(root);

const graph = await createProjectGraphAsync();
const inspector = new HashPlanInspector(graph);
await inspector.init();
const changed = changedSince(base);
const reached = Object.values(graph.nodes)
  .filter(({ data }) => data.targets?.test !== undefined)
  .map(({ name }) => name)
  .filter((project) => {
    const { files = [] } = inspector.inspectTaskInputs({ project, target: 'test' })[`${project}:test`] ?? {};
    return changed.some((path) => files.some((file) => file === path || file.startsWith(`${path}/`)));
  });
console.log(JSON.stringify(reached));
// Nx may still hold something open.
process.exit(0);

/**
 * Lists the files that differ from the point where the branch left `commit`, also those that are not committed. Paths begin at the root. A file that is gone
 * is replaced by its folder, because whatever depends on the folder depended on the file.
 */
function changedSince(commit: string): string[] {
  const lines = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  const [left = commit] = lines('merge-base', '--', commit, 'HEAD');
  const paths = [
    ...lines('diff', '--name-only', '--no-renames', left),
    ...lines('ls-files', '--others', '--exclude-standard'),
  ];
  return paths.map((path) => {
    let there = path;
    while (there !== '.' && !existsSync(there)) there = posix.dirname(there);
    return there;
  });
}
