#!/usr/bin/env node
import { argv, exit, stderr, stdout } from 'node:process';
import { packageChecks } from './checks/package-checks.ts';
import { formatTable } from './checks/table.ts';
import { build, type Package, publishablePackages } from './checks/workspace.ts';

const help = `Builds every package that is published, and checks what its users get.

  node --conditions=isochain-source tools/conformance/src/check-packages.ts [name...]

  name    only these packages, such as evm; all by default

  manifest  package.json, README and licence are complete
  content   what npm would publish: nothing missing, no tests, nothing left over
  publint   no mistakes in the package's shape
  attw      types resolve as the code does (ES modules only)
  node      can be imported from Node
  browser   bundles for browsers, so imports no built-in module of Node, dependencies included
  globals   its own code uses no global that only Node has
  workerd   loads on workerd without Node compatibility, and assembles a known transaction there
`;

async function main(args: readonly string[]): Promise<number> {
  if (args.some((argument) => argument.startsWith('-'))) {
    stdout.write(help);
    return args.includes('--help') ? 0 : 2;
  }
  const all = publishablePackages();
  const unknown = args.filter((name) => !all.some((target) => isNamed(target, name)));
  if (unknown.length > 0) {
    stderr.write(`There is no package ${unknown.join(', ')}. There are: ${all.map(({ name }) => name).join(', ')}\n`);
    return 2;
  }
  const targets = args.length === 0 ? all : all.filter((target) => args.some((name) => isNamed(target, name)));
  // All: those that are checked need what they depend on.
  await build(all);

  const problems: string[] = [];
  const rows: string[][] = [];
  for (const target of targets) {
    const results = await Promise.all(packageChecks.map(({ check }) => check(target)));
    rows.push([target.name, ...results.map((found) => (found.length === 0 ? 'ok' : 'FAILS'))]);
    results.forEach((found, index) => {
      for (const problem of found) problems.push(`${target.name}, ${packageChecks[index]?.name}: ${problem}`);
    });
  }
  stdout.write(`${formatTable(['package', ...packageChecks.map(({ name }) => name)], rows)}\n`);
  for (const problem of problems) stderr.write(`\n${problem}\n`);
  return problems.length === 0 ? 0 : 1;
}

function isNamed({ name }: Package, text: string): boolean {
  return name === text || name === `@isochain/${text}`;
}

exit(await main(argv.slice(2)));
