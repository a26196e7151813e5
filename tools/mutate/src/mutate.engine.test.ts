import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

// Starts the program as a user would, with real tests in a real copy of the tree. This takes long.

const script = fileURLToPath(new URL('mutate.ts', import.meta.url));
const victim = 'tools/mutate/src/sample.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/isochain-mutate-test-`);
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(...args: string[]) {
  const all = ['--conditions=isochain-source', script, `--results=${folder}/results.jsonl`, ...args];
  // Without the settings of this test run itself.
  const { VITEST: _, NODE_OPTIONS: __, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8', env });
  return { code: status, stdout, stderr };
}

describe('the mutation tool', () => {
  it('reports a change that tests notice, and leaves the working tree alone', { timeout: 600_000 }, () => {
    const before = readFileSync(new URL('sample.ts', import.meta.url), 'utf8');
    // One run for both: the tree is copied once, and the tests run once as they are.
    const first = run(victim, '--own', '--kind=boundary', '--kind=comparison');
    expect(first.stdout).toContain(`3 of 3 mutants in 1 files.\n${victim}: 3 to try\n`);
    expect(readFileSync(new URL('sample.ts', import.meta.url), 'utf8')).toBe(before);
    // The mutant of kind boundary changes nothing: a sample as large as the list is the list either way. So no test can notice it.
    expect(first.stdout).toMatch(/>= -> >/);
    expect(first.code).toBe(1);
    const results = readFileSync(`${folder}/results.jsonl`, 'utf8').trim().split('\n');
    const verdicts = results.map((line) => JSON.parse(line) as { file: string; verdict: string });
    expect(verdicts.map(({ file }) => file)).toEqual([victim, victim, victim]);
    expect(verdicts.map(({ verdict }) => verdict).toSorted()).toEqual(['killed', 'killed', 'survived']);
    const killed = run(victim, '--own', '--kind=comparison');
    expect([killed.code, killed.stdout]).toEqual([0, expect.stringContaining('2 of 2 mutants were noticed (100.0 %)')]);
    // Known results are not tried again.
    expect(killed.stdout).not.toContain('to try');
  });

  it('lists mutants without trying them, and prints its help', () => {
    const { code, stdout } = run(victim, '--list', '--kind=boundary');
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${victim}:`)]);
    expect(run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('--sample=N') });
  });

  it.each([
    ['--kind=magic', 'there is no kind "magic"'],
    ['--package=magic', 'there is no package "magic"'],
    ['--sample=0', '--sample must be a whole number from 1'],
    ['--magic', '--magic'],
  ])('refuses %s', (option, message) => {
    expect(run(option)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});
