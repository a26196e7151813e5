import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '@isochain/leash';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startProcess } from './process.ts';

const node = process.execPath;

it('hands over the match of the announcement', async () => {
  const script = "console.log('starting'); console.log('Listening on 4711'); setInterval(() => {}, 1000)";
  const child = await startProcess({ name: 'fake', command: node, args: ['-e', script], ready: /Listening on (\d+)/ });
  expect(child.announced[1]).toBe('4711');
  expect(child.ended()).toBeUndefined();

  await child.stop();
  expect(child.ended()).toBe('signal SIGTERM');
  expect(() => process.kill(child.pid, 0)).toThrow('ESRCH');
  await child.stop();
});

it('finds what a program announces on stderr, if told to look there', async () => {
  const script = "console.error('Listening on 4712'); setInterval(() => {}, 1000)";
  const options = { name: 'fake', command: node, args: ['-e', script], ready: /Listening on (\d+)/ };
  const child = await startProcess({ ...options, readyOn: 'stderr' });
  expect(child.announced[1]).toBe('4712');
  await child.stop();
});

it('hands variables over, and removes the directory of a program that is gone', async () => {
  const scratch = temporaryFolder('test');
  const script = `
    const { PLACE, PATH, TMPDIR } = process.env;
    require('node:fs').writeFileSync(PLACE + '/file', [PATH === undefined ? 'no path' : 'a path', TMPDIR === PLACE].join());
    console.log('up');
    setInterval(() => {}, 1000)`;
  const env = { PLACE: scratch.path };
  const child = await startProcess({ name: 'fake', command: node, args: ['-e', script], env, scratch, ready: /up/ });
  expect(await readFile(join(scratch.path, 'file'), 'utf8')).toBe('a path,true');
  await child.stop();
  expect(existsSync(scratch.path)).toBe(false);

  const again = temporaryFolder('test');
  const failing = startProcess({ name: 'fake', command: node, args: ['-e', ''], scratch: again, ready: /up/ });
  await expect(failing).rejects.toThrow('fake ended with exit code 0');
  expect(existsSync(again.path)).toBe(false);
});

it('kills a program that does not heed the gentle signal', async () => {
  const script = "process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)";
  const child = await startProcess({ name: 'fake', command: node, args: ['-e', script], ready: /up/, grace: 200 });
  await child.stop();
  expect(child.ended()).toBe('signal SIGKILL');
});

it('reports the output of a program that ended early', async () => {
  const script = "console.log('opening the store'); console.error('the store is locked'); process.exitCode = 7";
  const start = startProcess({ name: 'fake', command: node, args: ['-e', script], ready: /up/ });
  await expect(start).rejects.toThrow(/^fake ended with exit code 7\. It wrote last:\n/);
  await expect(start).rejects.toThrow(/opening the store/);
  await expect(start).rejects.toThrow(/the store is locked/);
});

it('gives up on a program that stays silent, and ends it', async () => {
  const script = "console.log(process.pid + '.'); setInterval(() => {}, 1000)";
  // The time that passes is the test's own: the program has as long as it needs to write its number.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let heard = '';
  const never = Object.assign(/up/, {
    exec(text: string) {
      heard = text;
      return null;
    },
  });
  const start = startProcess({ name: 'fake', command: node, args: ['-e', script], ready: never, timeout: 3_000 });
  while (!heard.includes('\n')) await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(3_000);
  const error = await start.then(
    () => undefined,
    (reason: Error) => reason,
  );
  expect(error?.message).toMatch(/^fake did not come up in 3 s\. It wrote last:\n\d+\./);
  const pid = Number(/(\d+)\.\n/.exec(error?.message ?? '')?.[1]);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

it('reports a missing program', async () => {
  const start = startProcess({ name: 'fake', command: '/nowhere/anvil', args: [], ready: /up/ });
  await expect(start).rejects.toThrow('fake cannot be started: spawn /nowhere/anvil ENOENT. It wrote nothing.');
});

// The engine must end with the program that started it, however that ends. Windows has no signals, and no way to notice the last case.
const endings: Record<string, (parent: ChildProcess) => void> = {
  'dies of an uncaught exception': (parent) => parent.stdin?.write('throw\n'),
  'ends with process.exit': (parent) => parent.stdin?.write('exit\n'),
  'forgets its engines and comes to its end': (parent) => parent.stdin?.end(),
  'is interrupted': (parent) => parent.kill('SIGINT'),
  'is terminated': (parent) => parent.kill('SIGTERM'),
  'is killed': (parent) => parent.kill('SIGKILL'),
};

it.skipIf(process.platform === 'win32').each(Object.entries(endings))(
  'leaves nothing behind when its parent %s',
  async (_, end) => {
    const script = `
      const { startAnvil } = await import(${JSON.stringify(new URL('./evm/anvil.ts', import.meta.url).href)});
      const engine = await startAnvil({ chainId: 'sepolia', nativeChainId: 11155111 });
      process.stdin.on('data', (line) => {
        if (String(line) === 'exit\\n') process.exit();
        throw new Error('on purpose');
      });
      console.log(engine.url);`;
    const parent = spawn(node, ['--conditions=isochain-source', '--input-type=module', '-e', script], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    onTestFinished(() => {
      parent.kill('SIGKILL');
    });
    const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
    const port = Number(new URL(String(chunk).trim()).port);
    expect(await listens(port)).toBe(true);

    end(parent);
    // A dead child of a dead parent may stay in the process table for a while, but its port is free at once.
    await expect.poll(() => listens(port), { timeout: 60_000, interval: 20 }).toBe(false);
  },
);

async function listens(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
