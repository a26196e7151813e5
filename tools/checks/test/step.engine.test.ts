import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@isochain/leash';
import { afterAll, describe, expect, it } from 'vitest';

const { path: folder, remove } = temporaryFolder('step');
afterAll(remove);

let runs = 0;
/** A mark of its own for each test: the one of this run must not be touched. */
const newMark = () => `step test ${process.pid} ${++runs}`;

function run(program: string, args: readonly string[], mark: string, env: NodeJS.ProcessEnv = {}) {
  const { CHECKS_JOURNAL: _, CHECKS_RUN_ENDS: __, CHECKS_STARTED_BY: ___, ...rest } = process.env;
  const script = fileURLToPath(new URL(`../${program}`, import.meta.url));
  return spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: { ...rest, CHECKS_RUN: mark, ...env },
  });
}

const step = (limit: number, command: string, mark = newMark(), env: NodeJS.ProcessEnv = {}) =>
  run('step.mjs', ['--name', 'a step', '--limit', String(limit), '--', 'sh', '-c', command], mark, env);

// Other systems do not tell the environment of processes.
describe.runIf(process.platform === 'linux')('a step', () => {
  it('passes on output and exit code', () => {
    const { status, stdout, stderr } = step(60, 'echo one; echo two >&2; exit 7');
    expect({ status, stdout, stderr }).toEqual({ status: 7, stdout: 'one\n', stderr: 'two\n' });
  });

  it('is ended at its limit with all that it started, and tells what it did', () => {
    const journal = join(folder, 'journal');
    const line = (event: string, file: string) => `${JSON.stringify({ event, file })}\n`;
    writeFileSync(journal, line('begun', 'a.test.ts') + line('begun', 'b.test.ts') + line('ended', 'a.test.ts'));
    const mark = newMark();
    const { status, stderr } = step(2, 'echo at work; sleep 611 & setsid sleep 612', mark, {
      CHECKS_JOURNAL: journal,
    });
    expect(status).toBe(124);
    expect(stderr).toMatch(/OVER ITS LIMIT: the step "a step" took \d+ s, and the limit is 2 s\. It is ended\./);
    expect(stderr).toMatch(/had begun and not ended:\n {2}b\.test\.ts\n/);
    expect(stderr).toMatch(/\d+ sleep 611\n {4}started by a step; its parent is \d+/);
    expect(stderr).toMatch(/\d+ (setsid )?sleep 612\n/);
    expect(stderr).toMatch(/The last lines:\n {2}at work/);
    expect(run('leftovers.mjs', [], mark)).toMatchObject({ status: 0, stderr: '' });
  });

  it('ends when the whole run must end', () => {
    const ends = String(Date.now() / 1000 + 1);
    const { status, stderr } = step(600, 'sleep 613', newMark(), { CHECKS_RUN_ENDS: ends });
    expect(status).toBe(124);
    expect(stderr).toContain('and the whole run is over its limit. It is ended.');
  });

  it('does not wait for what it leaves behind, which the last look names, ends, and fails for', () => {
    const mark = newMark();
    const left = step(600, 'CHECKS_STARTED_BY=a.test.ts setsid sleep 614 & sleep 0.5', mark);
    expect(left.status).toBe(0);
    const { status, stderr } = run('leftovers.mjs', [], mark);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^LEFT BEHIND: a process, ended now:\n {2}\d+ sleep 614\n {4}started by a step, a\.test\.ts; its parent is \d+\n$/,
    );
    expect(run('leftovers.mjs', [], mark)).toMatchObject({ status: 0, stderr: '' });
  });

  it('says what is wrong with arguments', () => {
    const { status, stderr } = run('step.mjs', ['--name', 'a step', '--limit', 'soon', '--', 'true'], newMark());
    expect(status).toBe(2);
    expect(stderr).toMatch(/^--limit is "soon"\. Expected seconds, a whole number from 1\.\n/);
    expect(run('step.mjs', ['--name', 'a step', '--limit', '5', '--', '/no/such/program'], newMark())).toMatchObject({
      status: 127,
      stderr: expect.stringContaining('The step "a step" cannot be started: '),
    });
  });
});
