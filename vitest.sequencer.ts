import { createHash } from 'node:crypto';
import { settings } from '@isochain/dial';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What is quick and often wrong comes first. */
const projects = ['unit', 'alone', 'engines', 'workers', 'types'];

/**
 * Files that take longest. Without a memory of earlier runs, vitest takes the longest text for the longest run, and would start some of these last:
 * one worker would wait for the other at the end.
 */
const slowest = /(?:\/conformance\.engine|\/lies\/lies)\.test\.ts$/;

/**
 * The file that loads all families on workerd. It comes last: from then on, vitest hands a file that imports the Worker all modules of all families in one
 * message, and workerd takes no message of more than 32 MiB.
 */
const loadsAll = /\/worker\.workers\.test\.ts$/;

/**
 * Starts the slowest files of each project first. A run that ends with the first failure starts them last, because the others find it sooner.
 * The exhaustive run shuffles the files of each project, so that none lives on what another left.
 */
export class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const found = await super.sort(files);
    const isLast = ({ moduleId }: TestSpecification) => loadsAll.test(moduleId);
    return [...this.#inOrder(found.filter((file) => !isLast(file))), ...found.filter(isLast)];
  }

  #inOrder(sorted: TestSpecification[]): TestSpecification[] {
    const place = ({ project }: TestSpecification) => projects.indexOf(project.name);
    const isFast = ({ moduleId }: TestSpecification) => Number(!slowest.test(moduleId));
    if ((this.ctx.config.bail ?? 0) > 0) {
      return sorted.toReversed().toSorted((a, b) => place(a) - place(b) || isFast(b) - isFast(a));
    }
    if (settings.exhaustive) {
      const drawn = new Map(sorted.map((file) => [file, drawFor(file.moduleId)]));
      return sorted.toSorted((a, b) => place(a) - place(b) || compare(drawn.get(a) ?? '', drawn.get(b) ?? ''));
    }
    return sorted.toSorted((a, b) => place(a) - place(b) || isFast(a) - isFast(b));
  }
}

function drawFor(path: string): string {
  return createHash('sha256').update(`${settings.seed} ${path}`).digest('hex');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
