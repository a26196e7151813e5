import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { temporaryFolder } from '@isochain/leash';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { judgeAll, type Plan } from './judge.ts';
import { mutantsOf } from './mutants.ts';
import { candidateOf, openResults } from './results.ts';
import { summarize } from './summary.ts';
import type { Outcome, TestRun } from './verdict.ts';

const file = 'packages/a/src/b.ts';
const source = 'export const f = (a: bigint) => a + 1n;\n';
const candidates = mutantsOf(source).map((mutant) => candidateOf(file, source, mutant));

let folder: string;
beforeEach(() => {
  const temporary = temporaryFolder('judge');
  onTestFinished(temporary.remove);
  folder = temporary.path;
  mkdirSync(`${folder}/packages/a/src`, { recursive: true });
  writeFileSync(`${folder}/${file}`, source);
});

const read = () => readFileSync(`${folder}/${file}`, 'utf8');

/** A stand-in for tests: it judges the file's present text. */
function planOf(testsOf: (text: string, run: TestRun) => Partial<Outcome>, more: Partial<Plan> = {}) {
  const runs: [string, string][] = [];
  const told: string[] = [];
  const plan: Plan = {
    candidates,
    results: openResults(`${folder}/results.jsonl`, 'own,related,unit'),
    roots: [folder],
    scopes: ['own', 'related'],
    projects: ['unit'],
    tell: (line) => told.push(line),
    async run(run) {
      const text = read();
      runs.push([run.scope, text.trim()]);
      return { verdict: 'survived', tests: 1, ms: 10, ...testsOf(text, run) };
    },
    ...more,
  };
  return { plan, runs, told };
}

const minus = source.replace('+', '-');

describe('judgeAll', () => {
  it('tries every mutant, and leaves the file as it was', async () => {
    const { plan } = planOf((text) => ({ verdict: text === minus || text === source ? 'survived' : 'killed' }));
    const judged = await judgeAll(plan);
    expect(judged.map(({ candidate, verdict }) => [candidate.mutant.kind, verdict])).toEqual([
      ['arithmetic', 'survived'],
      ['constant', 'killed'],
      ['constant', 'killed'],
    ]);
    expect(read()).toBe(source);
  });

  it('runs the nearest tests first, and others only for mutants that those did not notice', async () => {
    const { plan, runs } = planOf((text, { scope }) => ({
      verdict: text !== source && (text !== minus || scope === 'related') ? 'killed' : 'survived',
    }));
    const judged = await judgeAll(plan);
    expect(judged.map(({ verdict }) => verdict)).toEqual(['killed', 'killed', 'killed']);
    expect(runs.map(([scope, text]) => [scope, text === source.trim() ? 'as it is' : 'changed'])).toEqual([
      ['own', 'as it is'],
      ['own', 'changed'],
      ['package', 'as it is'],
      ['related', 'changed'],
      ['own', 'changed'],
      ['own', 'changed'],
    ]);
  });

  it('runs the tests of a package without a change once for all its files', async () => {
    const other = 'packages/a/src/c.ts';
    writeFileSync(`${folder}/${other}`, source);
    const more = mutantsOf(source).map((mutant) => candidateOf(other, source, mutant));
    const { plan, runs } = planOf(() => ({}), { candidates: [...candidates, ...more], scopes: ['related'] });
    expect(await judgeAll(plan)).toHaveLength(6);
    expect(runs.map(([scope]) => scope)).toEqual(['package', ...Array<string>(6).fill('related')]);
  });

  it('continues a stopped run', async () => {
    let left = 3;
    const stopped = planOf(() => {
      left -= 1;
      if (left === 0) throw new Error('stopped');
      return { verdict: left === 2 ? 'survived' : 'killed' };
    });
    await expect(judgeAll(stopped.plan)).rejects.toThrow('stopped');
    expect(read()).toBe(source);
    const { plan, runs } = planOf((text) => ({ verdict: text === source ? 'survived' : 'killed' }));
    expect(await judgeAll(plan)).toHaveLength(3);
    expect(runs).toHaveLength(3);
    expect((await judgeAll(planOf(() => ({ verdict: 'killed' })).plan)).map(({ verdict }) => verdict)).toEqual([
      'killed',
      'killed',
      'killed',
    ]);
  });

  it('tries a survivor again if other tests run, or if the file has changed', async () => {
    await judgeAll(planOf(() => ({})).plan);
    const results = openResults(`${folder}/results.jsonl`, 'own,related,unit,engines');
    expect(candidates.map((candidate) => results.of(candidate))).toEqual([undefined, undefined, undefined]);
    const same = openResults(`${folder}/results.jsonl`, 'own,related,unit');
    expect(candidates.map((candidate) => same.of(candidate))).toEqual(['survived', 'survived', 'survived']);
    const other = mutantsOf(`${source} `).map((mutant) => candidateOf(file, `${source} `, mutant));
    expect(other.map((candidate) => same.of(candidate))).toEqual([undefined, undefined, undefined]);
  });

  it('ignores a line that was cut off', async () => {
    await judgeAll(planOf(() => ({})).plan);
    const text = readFileSync(`${folder}/results.jsonl`, 'utf8');
    writeFileSync(`${folder}/results.jsonl`, text.slice(0, -20));
    const results = openResults(`${folder}/results.jsonl`, 'own,related,unit');
    expect(candidates.map((candidate) => results.of(candidate))).toEqual(['survived', 'survived', undefined]);
  });

  it('counts a mutant as noticed if its tests run longer than five times the usual time and than half a minute', async () => {
    const limits: unknown[] = [];
    const { plan } = planOf((text, { timeoutMs }) => {
      limits.push(timeoutMs);
      return text === source ? { ms: 20_000 } : { verdict: 'timeout' };
    });
    const judged = await judgeAll({ ...plan, scopes: ['own'] });
    expect(limits).toEqual([undefined, 100_000, 100_000, 100_000]);
    expect(summarize(judged)).toContain('3 of 3 mutants were noticed (100.0 %); 0 survived.');
  });

  it('runs no tests if a file has none', async () => {
    const { plan, runs } = planOf(() => ({ tests: 0 }));
    expect((await judgeAll(plan)).map(({ verdict }) => verdict)).toEqual(['survived', 'survived', 'survived']);
    expect(runs.map(([scope]) => scope)).toEqual(['own', 'package']);
    expect(runs.every(([, text]) => text === source.trim())).toBe(true);
  });

  it('stops if the tests fail without any change', async () => {
    const { plan } = planOf(() => ({ verdict: 'killed' }));
    await expect(judgeAll(plan)).rejects.toThrow(`the tests of ${file} fail without any change`);
  });

  it('names the survivors, their places, and their number in each file', async () => {
    const { plan, told } = planOf((text) => ({ verdict: text === minus || text === source ? 'survived' : 'killed' }));
    const summary = summarize(await judgeAll(plan));
    const survivor = `${file}:1 arithmetic: + -> -`;
    expect(told).toContain(survivor);
    expect(summary).toBe(
      `Survived:\n${survivor}\n\nNoticed by tests:\n     2 of    3  ${file}\n2 of 3 mutants were noticed (66.7 %); 1 survived.\n`,
    );
  });
});
