import { globSync } from 'node:fs';
import { root } from '../root.ts';

/** All test files of a package. @param folder - Of the package, from the root of the project. @returns paths from the root, with `/`. */
export function testFilesOf(folder: string): string[] {
  return globSync(`${folder}/{src,test}/**/*.{test,test-d}.ts`, { cwd: root });
}
