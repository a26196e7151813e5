#!/usr/bin/env node
import { argv, exit, stderr, stdout } from 'node:process';
import { differences, workspace, write } from './disk.ts';
import { generateFiles } from './files.ts';

const help = `Makes the chain tables and token lists of the packages from tools/chain-data/sources.

  node --conditions=isochain-source tools/chain-data/src/generate.ts [--check]

  --check   writes nothing; exits with 1 and names each file that differs from what the sources give
  --help    shows this text
`;

/** @returns The exit code: 0 if all is done or nothing differs, 1 if something differs, 2 for arguments that it does not know. */
export function main(options: readonly string[], root: URL): number {
  if (options.includes('--help')) {
    stdout.write(help);
    return 0;
  }
  const unknown = options.filter((option) => option !== '--check');
  if (unknown.length > 0) {
    stderr.write(`Unknown option ${unknown.join(' ')}.\n\n${help}`);
    return 2;
  }
  const files = generateFiles();
  if (!options.includes('--check')) {
    for (const path of write(files, root)) stdout.write(`${path}\n`);
    return 0;
  }
  const stale = differences(files, root);
  for (const path of stale) stderr.write(`${path} is not what tools/chain-data generates: run "npm run generate".\n`);
  return stale.length === 0 ? 0 : 1;
}

if (import.meta.main) exit(main(argv.slice(2), workspace));
