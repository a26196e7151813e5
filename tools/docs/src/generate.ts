#!/usr/bin/env node
import { mkdirSync, writeFileSync } from 'node:fs';
import { argv, exit, stderr, stdout } from 'node:process';
import { pages } from './pages.ts';
import { readText, workspace } from './repository.ts';

const help = `Writes what is made from code: pages of docs/ (errors, configuration, wishes), and what the gateway's document shows of the families.

  node --conditions=isochain-source tools/docs/src/generate.ts [--check]

  --check   writes nothing; exits with 1 and names each page that differs from what the code gives
  --help    shows this text
`;

/** @returns The exit code: 0 if all is done or nothing differs, 1 if something differs, 2 for arguments that it does not know. */
export async function main(options: readonly string[], root: URL): Promise<number> {
  if (options.includes('--help')) {
    stdout.write(help);
    return 0;
  }
  const unknown = options.filter((option) => option !== '--check');
  if (unknown.length > 0) {
    stderr.write(`Unknown option ${unknown.join(' ')}.\n\n${help}`);
    return 2;
  }
  const stale = (await pages()).filter(({ path, text }) => readText(path, root) !== text);
  if (options.includes('--check')) {
    for (const { path } of stale) {
      stderr.write(`${path} is not what tools/docs generates: run "npm run generate".\n`);
    }
    return stale.length === 0 ? 0 : 1;
  }
  for (const { path, text } of stale) {
    const target = new URL(path, root);
    mkdirSync(new URL('.', target), { recursive: true });
    writeFileSync(target, text);
    stdout.write(`${path}\n`);
  }
  return 0;
}

if (import.meta.main) exit(await main(argv.slice(2), workspace));
