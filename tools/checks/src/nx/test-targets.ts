import { dirname } from 'node:path';
import { filesOutside } from './files-outside.ts';
import { testFilesOf } from './test-files.ts';

/** Packages that take part in every run of tests. */
const runners = ['@isochain/checks', '@isochain/dial', '@isochain/leash'];

/** For Nx: gives every package that has test files the target `test`, and says what a result of it depends on. */
export const createNodes = [
  '{packages,apps,tools}/*/package.json',
  (manifests: readonly string[]) =>
    manifests
      .map((manifest) => ({ manifest, folder: dirname(manifest) }))
      .filter(({ folder }) => testFilesOf(folder).length > 0)
      .map(({ manifest, folder }) => [manifest, { projects: { [folder]: { targets: { test: testsOf(folder) } } } }]),
];

function testsOf(folder: string) {
  return {
    executor: '@isochain/checks:test',
    // Named in nx.json: the package, the packages that it uses without their own tests, and what all tests depend on.
    inputs: [
      'default',
      '^testable',
      'testing',
      { input: 'testable', projects: runners },
      ...filesOutside(folder).map((path) => `{workspaceRoot}/${path}`),
    ],
  };
}
