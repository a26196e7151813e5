#!/usr/bin/env node
import { argv, exit, stderr, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import type { FamilyName } from '@isochain/core';
import { root, run } from './checks/workspace.ts';
import { nextSteps, scaffold } from './new-family/scaffold.ts';

const help = `Writes the skeleton of a new family's package, with tests that fail where something must be written, and says what is left to do.

  npm run new-family <package> [-- --family <name>]

  --family   the family's name in the specification, where the package has another
`;

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { family: { type: 'string' }, help: { type: 'boolean' } },
  });
  const [packageName, ...more] = positionals;
  if (values.help || packageName === undefined || more.length > 0) {
    stdout.write(help);
    return values.help ? 0 : 2;
  }
  // Checked there.
  const family = (values.family ?? packageName) as FamilyName;
  try {
    const written = scaffold({ packageName, family }, root);
    // How lines break depends on how long the names are.
    const { code, output } = await run('biome', ['format', '--write', `packages/${packageName}`]);
    stdout.write(`${code === 0 ? '' : output}${written.join('\n')}\n\n${nextSteps({ packageName, family })}`);
    return code;
  } catch (error) {
    stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

exit(await main(argv.slice(2)));
