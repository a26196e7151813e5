import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { listProcesses, spawnTied, temporaryFolder } from './index.ts';

const node = process.execPath;

function folder() {
  const made = temporaryFolder('test');
  onTestFinished(made.remove);
  return made.path;
}

/** The programs of a process group, and the guardian of a process. */
const group = (leader: number) => listProcesses().filter((one) => one.group === leader);
const guardians = (of: number) =>
  listProcesses().filter((one) => one.parent === of && one.command.includes('guardian'));

it('removes a folder when told, and may be told twice', () => {
  const place = folder();
  const { path, remove } = temporaryFolder('x', place);
  writeFileSync(`${path}/file`, '');
  remove();
  remove();
  expect(readdirSync(place)).toEqual([]);
});

it('reports a program that is not there as spawn does', async () => {
  const child = spawnTied('/nowhere/program', [], { stdio: 'ignore' });
  const [error] = (await once(child, 'error')) as [Error];
  expect(error.message).toBe('spawn /nowhere/program ENOENT');
});

it('ends what a program leaves behind when it ends by itself', async () => {
  const child = spawnTied('sh', ['-c', 'sleep 1000 & echo $!'], { stdio: ['ignore', 'pipe', 'pipe'] });
  // The pipe is held by the sleeper too.
  await once(child, 'close');
  expect(child.exitCode).toBe(0);
  await expect.poll(() => group(child.pid ?? 0), { timeout: 60_000 }).toEqual([]);
});

const endings: Record<string, (parent: ChildProcess) => void> = {
  'dies of an uncaught exception': (parent) => parent.stdin?.write('throw\n'),
  'ends with process.exit': (parent) => parent.stdin?.write('exit\n'),
  'comes to its end': (parent) => parent.stdin?.end(),
  'is interrupted': (parent) => parent.kill('SIGINT'),
  'is terminated': (parent) => parent.kill('SIGTERM'),
  'is killed': (parent) => parent.kill('SIGKILL'),
};

// Windows has no signals, and no way to notice the last case.
it.skipIf(process.platform === 'win32').each(Object.entries(endings))(
  'leaves neither programs nor folders when the process %s',
  async (_, end) => {
    const place = folder();
    // The program has a child that writes into the folder until the last moment, and neither heeds gentle signals.
    const program = `trap '' INT TERM HUP; (while :; do mkdir -p "$1/$(date +%N)"; done) & echo up; while :; do sleep 1; done`;
    const script = `
      const { spawnTied, temporaryFolder } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
      const idle = temporaryFolder('idle');
      const { path } = temporaryFolder('busy');
      const gone = spawnTied('true', [], { stdio: 'ignore' });
      await new Promise((resolve) => gone.once('exit', resolve));
      const child = spawnTied('sh', ['-c', ${JSON.stringify(program)}, 'sh', path], { stdio: ['ignore', 'pipe', 'pipe'] });
      await new Promise((resolve) => child.stdout.once('data', resolve));
      child.unref();
      child.stdout.unref();
      child.stderr.unref();
      process.stdin.on('data', (line) => {
        if (String(line) === 'exit\\n') process.exit();
        throw new Error('on purpose');
      });
      console.log(String(child.pid));`;
    const parent = spawn(node, ['--conditions=isochain-source', '--input-type=module', '-e', script], {
      env: { ...process.env, TMPDIR: place },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    onTestFinished(() => {
      parent.kill('SIGKILL');
    });
    const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(String(chunk));
    expect(group(pid).length).toBeGreaterThanOrEqual(2);
    const [guardian] = guardians(parent.pid ?? 0);
    expect(guardian).toBeDefined();
    expect(readdirSync(place)).toHaveLength(2);

    end(parent);
    await once(parent, 'exit');
    const patience = { timeout: 60_000, interval: 50 };
    await expect.poll(() => group(pid), patience).toEqual([]);
    await expect.poll(() => readdirSync(place), patience).toEqual([]);
    await expect.poll(() => group(guardian?.group ?? 0), patience).toEqual([]);
  },
);

it('keeps its promise when somebody ended the guardian meanwhile', async () => {
  const place = folder();
  const script = `
    const { spawnTied, temporaryFolder } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
    temporaryFolder('first');
    const child = spawnTied('sleep', ['1000'], { stdio: 'ignore' });
    process.stdin.on('data', () => {
      temporaryFolder('second');
      console.log('made');
    });
    console.log(String(child.pid));`;
  const parent = spawn(node, ['--conditions=isochain-source', '--input-type=module', '-e', script], {
    env: { ...process.env, TMPDIR: place },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => {
    parent.kill('SIGKILL');
  });
  const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(String(chunk));
  for (const guardian of guardians(parent.pid ?? 0)) process.kill(guardian.pid, 'SIGKILL');
  const patience = { timeout: 60_000, interval: 50 };
  await expect.poll(() => guardians(parent.pid ?? 0), patience).toEqual([]);
  // The parent notices in its own time.
  for (let made = 0; guardians(parent.pid ?? 0).length === 0; made += 1) {
    expect(made).toBeLessThan(1_000);
    parent.stdin.write('more\n');
    await once(parent.stdout, 'data');
  }

  parent.kill('SIGKILL');
  await expect.poll(() => group(pid), patience).toEqual([]);
  await expect.poll(() => readdirSync(place), patience).toEqual([]);
});

it('ties the programs of libraries too, if told so', async () => {
  const script = `
    const { tieAll } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
    const { execFile, spawn } = await import('node:child_process');
    tieAll();
    tieAll();
    const pids = [spawn('sleep', ['1000']).pid, execFile('sleep', ['1000']).pid];
    await new Promise((resolve) => execFile('true', resolve));
    console.log(JSON.stringify(pids));`;
  const parent = spawn(node, ['--conditions=isochain-source', '--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => {
    parent.kill('SIGKILL');
  });
  const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
  const pids: number[] = JSON.parse(String(chunk));
  const left = () => listProcesses().filter(({ pid }) => pids.includes(pid));
  expect(left()).toHaveLength(2);
  const [guardian, ...others] = guardians(parent.pid ?? 0);
  expect(others).toEqual([]);

  parent.kill('SIGKILL');
  const patience = { timeout: 60_000, interval: 50 };
  await expect.poll(left, patience).toEqual([]);
  await expect.poll(() => group(guardian?.group ?? 0), patience).toEqual([]);
});
