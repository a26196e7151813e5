import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { spawnTied, temporaryFolder } from '@isochain/leash';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

// Starts the program as a user would, with real tests in a real copy of the tree. This takes long.

const script = fileURLToPath(new URL('mutate.ts', import.meta.url));
const victim = 'tools/mutate/src/sample.ts';

let folder: string;
beforeEach(() => {
  const temporary = temporaryFolder('mutate-test');
  onTestFinished(temporary.remove);
  folder = temporary.path;
});

async function run(...args: string[]) {
  const all = ['--conditions=isochain-source', script, `--results=${folder}/results.jsonl`, ...args];
  // Without the settings of this test run itself.
  const { VITEST: _, NODE_OPTIONS: __, ...env } = process.env;
  const child = spawnTied(process.execPath, all, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [[code], stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code: code as number | null, stdout, stderr };
}

describe('the mutation tool', () => {
  it('reports a change that tests notice, and leaves the working tree alone', { timeout: 600_000 }, async () => {
    const before = readFileSync(new URL('sample.ts', import.meta.url), 'utf8');
    // One run for both: the tree is copied once, and the tests run once as they are.
    const first = await run(victim, '--own', '--kind=boundary', '--kind=comparison');
    expect(first.stdout).toContain(`3 of 3 mutants in 1 files.\n${victim}: 3 to try\n`);
    // Only tests of the folder ran, of all that the repository has.
    expect(first.stdout).toMatch(/sample\.ts: \d{1,2} tests, \d+ s without any change/);
    expect(readFileSync(new URL('sample.ts', import.meta.url), 'utf8')).toBe(before);
    // The mutant of kind boundary changes nothing: a sample as large as the list is the list either way. So no test can notice it.
    expect(first.stdout).toMatch(/>= -> >/);
    expect(first.code).toBe(1);
    const results = readFileSync(`${folder}/results.jsonl`, 'utf8').trim().split('\n');
    const verdicts = results.map((line) => JSON.parse(line) as { file: string; verdict: string });
    expect(verdicts.map(({ file }) => file)).toEqual([victim, victim, victim]);
    expect(verdicts.map(({ verdict }) => verdict).toSorted()).toEqual(['killed', 'killed', 'survived']);
    const killed = await run(victim, '--own', '--kind=comparison');
    expect([killed.code, killed.stdout]).toEqual([0, expect.stringContaining('2 of 2 mutants were noticed (100.0 %)')]);
    // Known results are not tried again.
    expect(killed.stdout).not.toContain('to try');
  });

  it('lists mutants without trying them, and prints its help', async () => {
    const { code, stdout } = await run(victim, '--list', '--kind=boundary');
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${victim}:`)]);
    expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('--sample=N') });
  });

  it.each([
    ['--kind=magic', 'there is no kind "magic"'],
    ['--package=magic', 'there is no package "magic"'],
    ['--sample=0', '--sample must be a whole number from 1'],
    ['--magic', '--magic'],
  ])('refuses %s', async (option, message) => {
    expect(await run(option)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});
