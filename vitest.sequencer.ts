import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes. Without a memory of earlier runs, vitest takes the longest text for the longest run, and starts some of these last. */
const slowest = /(?:\/conformance\.engine|\/lies\/lies)\.test\.ts$/;

/** Starts the slowest files of each project first, so that no worker waits for one of them at the end. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * projects.indexOf(project.name) + (slowest.test(moduleId) ? 0 : 1);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
