#!/usr/bin/env node
import { argv, exit, stderr, stdout } from 'node:process';
import { sizeBudgets, weigh } from './checks/sizes.ts';
import { formatTable } from './checks/table.ts';
import { build, publishablePackages } from './checks/workspace.ts';

const help = `Builds the packages, bundles them for browsers, and weighs the result: minified and gzipped, in KB of 1000 bytes.

  node --conditions=isochain-source tools/conformance/src/check-sizes.ts

Exits with 1 if anything is over its budget. The budgets are in tools/conformance/src/checks/sizes.ts.
`;

async function main(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    stdout.write(help);
    return args.includes('--help') ? 0 : 2;
  }
  await build(publishablePackages());
  const weighed = await Promise.all((await sizeBudgets()).map(weigh));
  const rows = weighed.map(({ budget, minified, gzipped, fits }) => [
    budget.name,
    kilobytes(minified),
    kilobytes(gzipped),
    kilobytes(budget.maxKilobytes * 1000),
    fits ? 'ok' : 'TOO LARGE',
  ]);
  stdout.write(`${formatTable(['what', 'minified', 'gzipped', 'budget', ''], rows)}\n`);
  const over = weighed.filter(({ fits }) => !fits);
  if (over.length > 0) stderr.write(`\nOver budget: ${over.map(({ budget }) => budget.name).join(', ')}\n`);
  return over.length === 0 ? 0 : 1;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

exit(await main(argv.slice(2)));
