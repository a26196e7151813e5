import type { FileResult } from './journal.ts';
import { suiteOf } from './suites.ts';

const slowest = 10;

/** Seconds of each suite beside its budget, and the slowest files. Time is no test: nothing fails by it. */
export function reportOf(results: readonly FileResult[]): string {
  const suites = new Map<string, { seconds: number; budget: number }>();
  for (const { file, seconds } of results) {
    const { name, budget } = suiteOf(file);
    suites.set(name, { seconds: (suites.get(name)?.seconds ?? 0) + seconds, budget });
  }
  const all = [...suites].toSorted(([, a], [, b]) => b.seconds / b.budget - a.seconds / a.budget);
  const total = results.reduce((sum, { seconds }) => sum + seconds, 0);
  const rows = all.map(([name, { seconds, budget }]) =>
    row([name, seconds.toFixed(0), String(budget), seconds > budget ? 'over budget' : '']),
  );
  const files = results
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, slowest)
    .map(({ file, seconds }) => row([file, seconds.toFixed(1)], 90));
  return [
    `Seconds of a worker, ${total.toFixed(0)} in all. Budgets are for two quiet cores; nothing fails by time.`,
    row(['suite', 'seconds', 'budget', '']),
    ...rows,
    '',
    'The slowest files:',
    ...files,
  ].join('\n');
}

function row([name = '', ...cells]: readonly string[], width = 40): string {
  return `  ${name.padEnd(width)}${cells.map((cell) => cell.padStart(9)).join('  ')}`.trimEnd();
}
