// Prints the files that the test results of each package depend on, as JSON: names of packages, with paths from the root. A process of its own, because Nx
// takes its settings from the environment when it is loaded.

import process from 'node:process';
import { HashPlanInspector } from 'nx/src/hasher/hash-plan-inspector.js';
import { createProjectGraphAsync } from 'nx/src/project-graph/project-graph.js';
import { root } from '../root.ts';

process.chdir(root);

const graph = await createProjectGraphAsync();
const inspector = new HashPlanInspector(graph);
await inspector.init();
const inputs = Object.values(graph.nodes)
  .filter(({ data }) => data.targets?.test !== undefined)
  .map(({ name }) => [
    name,
    inspector.inspectTaskInputs({ project: name, target: 'test' })[`${name}:test`]?.files ?? [],
  ]);
// Nx may still hold something open.
process.stdout.write(JSON.stringify(Object.fromEntries(inputs)), () => process.exit(0));
