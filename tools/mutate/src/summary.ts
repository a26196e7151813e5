import { describe, type Judged } from './judge.ts';

/** All survivors with their places, and the number of mutants that tests noticed in each file. */
export function summarize(judged: readonly Judged[]): string {
  const survivors = judged.filter(({ verdict }) => verdict === 'survived');
  const files = [...new Set(judged.map(({ candidate }) => candidate.file))].toSorted();
  const rows = files.map((file) => {
    const of = judged.filter(({ candidate }) => candidate.file === file);
    return `${String(of.filter(({ verdict }) => verdict !== 'survived').length).padStart(6)} of ${String(of.length).padStart(4)}  ${file}`;
  });
  const noticed = judged.length - survivors.length;
  const percent = judged.length === 0 ? '' : ` (${((100 * noticed) / judged.length).toFixed(1)} %)`;
  return [
    ...(survivors.length === 0 ? [] : ['Survived:', ...survivors.map(({ candidate }) => describe(candidate)), '']),
    'Noticed by tests:',
    ...rows,
    `${noticed} of ${judged.length} mutants were noticed${percent}; ${survivors.length} survived.`,
    '',
  ].join('\n');
}
