import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { EngineError } from './engine.ts';

export interface StartOptions {
  /** For messages. */
  name: string;
  /** Path of the program. */
  command: string;
  args: readonly string[];
  /** Variables beside those of this process. */
  env?: Readonly<Record<string, string>>;
  /**
   * A directory that only this program uses. It is removed when the program is gone, also when this process was killed; on Windows only if
   * this process saw the program end.
   */
  scratch?: string;
  /** The program is up when this matches its output. */
  ready: RegExp;
  /** Where it writes that. Defaults to 'stdout'. */
  readyOn?: 'stdout' | 'stderr';
  /** Milliseconds to come up. Defaults to two minutes: only what hangs takes longer, on machines of any speed. */
  timeout?: number;
  /** Milliseconds that it has to end by itself when stopped, before it is killed. Defaults to 10 seconds. */
  grace?: number;
}

export interface EngineProcess {
  readonly pid: number;
  /** The match of `ready`: holds what its groups captured, such as a port. */
  readonly announced: RegExpExecArray;
  /** How it ended ('exit code 1'), or undefined while it runs. */
  ended(): string | undefined;
  /** The last lines that it wrote. */
  tail(): string;
  /** Ends it, gently at first, and resolves when it is gone. May be called again. */
  stop(): Promise<void>;
}

const TAIL_CHARACTERS = 4_000;

// Module state, since 'exit' is one event of the whole program: a listener per engine would trip Node's leak warning.
const running = new Set<ChildProcess>();

function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

/**
 * Starts a program that serves until stopped, and waits until it says that it is up.
 *
 * It never outlives this process, however that ends. It does not keep this process alive either: a script that forgets to
 * stop its engines still ends.
 *
 * @throws EngineError when it cannot start, ends early or stays silent, with what it wrote last.
 */
export async function startProcess(options: StartOptions): Promise<EngineProcess> {
  const {
    name,
    command,
    args,
    env = {},
    scratch,
    ready,
    readyOn = 'stdout',
    timeout = 120_000,
    grace = 10_000,
  } = options;
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });

  let output = '';
  let ending: string | undefined;
  const gone = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      ending ??= error.message;
      resolve();
    });
    child.once('exit', (code, signal) => {
      ending ??= signal === null ? `exit code ${code}` : `signal ${signal}`;
      resolve();
    });
  });
  if (running.size === 0) process.once('exit', killAll);
  running.add(child);
  const guard = child.pid === undefined ? undefined : guardProcess(child.pid, scratch);
  const forgotten = gone.then(async () => {
    // Before the operating system can give the number to another process.
    guard?.kill('SIGKILL');
    running.delete(child);
    if (running.size === 0) process.off('exit', killAll);
    if (scratch !== undefined) await rm(scratch, { recursive: true, force: true });
  });

  async function stop(): Promise<void> {
    if (ending === undefined) {
      child.ref();
      child.kill('SIGTERM');
      const impatience = setTimeout(() => child.kill('SIGKILL'), grace);
      await gone;
      clearTimeout(impatience);
    }
    await forgotten;
  }

  const announced = await new Promise<RegExpExecArray | string>((resolve) => {
    const patience = setTimeout(() => resolve(`did not come up in ${timeout / 1000} s`), timeout);
    const settle = (result: RegExpExecArray | string): void => {
      clearTimeout(patience);
      resolve(result);
    };
    // Both streams are read for ever: a program that writes into a full pipe stands still.
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-TAIL_CHARACTERS);
        const match = stream === child[readyOn] ? ready.exec(output) : null;
        if (match !== null) settle(match);
      });
    }
    // 'close' comes after the last output, unlike 'exit'; a program that never started has no streams to wait for.
    child.once('close', () => settle(`ended with ${ending}`));
    child.once('error', () => settle(`cannot be started: ${ending}`));
  });

  if (typeof announced === 'string' || child.pid === undefined) {
    await stop();
    const written = output.trim() === '' ? 'It wrote nothing.' : `It wrote last:\n${output.trimEnd()}`;
    throw new EngineError(`${name} ${announced}. ${written}\nCommand: ${[command, ...args].join(' ')}`);
  }

  child.unref();
  for (const stream of [child.stdout, child.stderr]) {
    // Pipes of a child are sockets, though declared as plain streams.
    if (stream instanceof Socket) stream.unref();
  }
  return { pid: child.pid, announced, ended: () => ending, tail: () => output, stop };
}

/**
 * A shell that waits on a pipe from this process and kills the engine when the pipe closes: the only thing that also works
 * when this process is killed outright, ends by a signal that nobody handles (Node then raises no 'exit'), or is a worker
 * thread that is terminated. Where there is no `sh` the 'exit' event must do.
 */
function guardProcess(pid: number, scratch: string | undefined): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined;
  // The engine is not the shell's own child, so it cannot wait for its end; and a dead child of a dead parent may stay in the process table.
  const cleanUp = 'for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$1" || break; sleep 0.1; done; rm -rf -- "$2"';
  const script = `read -r _; kill -9 "$1"; if [ -n "$2" ]; then ${cleanUp}; fi`;
  const guard = spawn('sh', ['-c', script, 'sh', String(pid), scratch ?? ''], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A group of its own, so that Ctrl-C does not end the guard before its work.
    detached: true,
  });
  guard.on('error', () => {});
  guard.unref();
  return guard;
}
