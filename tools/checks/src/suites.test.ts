import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reportOf } from './report.ts';
import { budgets, suiteOf } from './suites.ts';

describe('suites', () => {
  it.each([
    ['packages/evm/src/conformance.engine.test.ts', 'evm: conformance', 20],
    ['packages/cosmos/src/conformance.engine.test.ts', 'cosmos: conformance', 40],
    ['packages/cosmos/src/conformance.test.ts', 'cosmos: conformance', 40],
    ['packages/ton/test/lies/lies.test.ts', 'ton: lies', 8],
    ['packages/core/src/bytes/bech32.test.ts', 'core: everything else', 25],
    ['apps/gateway/test/anything.test.ts', 'gateway', 60],
    ['tools/docs/src/samples.test.ts', 'tools', 60],
  ])('%s belongs to "%s", with %i seconds', (file, name, budget) => {
    expect(suiteOf(file)).toEqual({ name, budget });
  });

  it('have the budgets of the table in CONTRIBUTING.md', () => {
    const text = readFileSync(new URL('../../../CONTRIBUTING.md', import.meta.url), 'utf8');
    const table = Object.fromEntries(
      [...text.matchAll(/^\| ([^|]+) \| (\d+) s \|/gm)].map(([, name = '', seconds]) => [name, Number(seconds)]),
    );
    expect(table).toEqual(budgets);
  });
});

describe('the report', () => {
  const result = (file: string, seconds: number) => ({
    file,
    project: 'unit',
    failed: false,
    seconds,
    tests: { passed: 1, failed: 0, skipped: 0 },
  });
  const lines = reportOf([
    result('packages/evm/src/a.test.ts', 20),
    result('packages/evm/src/b.test.ts', 6),
    result('apps/gateway/test/c.test.ts', 3),
  ]).split('\n');

  it('adds up each suite, and names what is over budget', () => {
    expect(lines.find((line) => line.includes('evm: everything else'))).toMatch(/ 26 +25 +over budget$/);
    expect(lines.find((line) => line.includes('gateway '))).toMatch(/ 3 +60$/);
  });

  it('lists files from the slowest on', () => {
    const from = lines.indexOf('The slowest files:') + 1;
    expect(lines.slice(from).map((line) => line.trim().split(/ +/))).toEqual([
      ['packages/evm/src/a.test.ts', '20.0'],
      ['packages/evm/src/b.test.ts', '6.0'],
      ['apps/gateway/test/c.test.ts', '3.0'],
    ]);
  });
});
