import type { Step } from './walk.ts';

/** One line for each walk, with the milliseconds of each step. */
export function toTable(steps: readonly Step[]): string {
  const columns = [...new Set(steps.map(({ step }) => step))];
  const walks = [...new Set(steps.map(({ chainId, what }) => `${chainId} ${what}`))];
  const cell = (walk: string, column: string) => {
    const found = steps.find(({ chainId, what, step }) => `${chainId} ${what}` === walk && step === column);
    return found === undefined ? '' : found.ms.toFixed(1);
  };
  const rows = [
    ['walk (ms a step)', ...columns],
    ...walks.map((walk) => [walk, ...columns.map((column) => cell(walk, column))]),
  ];
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row.map((text, i) => (i === 0 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0))).join('  '),
    )
    .join('\n');
}
