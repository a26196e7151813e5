import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { EngineError } from './engine.ts';

export interface StartOptions {
  /** A name for messages. */
  name: string;
  /** Path of the program. */
  command: string;
  args: readonly string[];
  /** Variables beside those of this process. */
  env?: Readonly<Record<string, string>>;
  /**
   * A directory that only this program uses. It is removed when the program is gone, even if this process was killed. On Windows it is removed only
   * if this process saw the program end.
   */
  scratch?: string;
  /** The program is up when this matches its output on stdout. */
  ready: RegExp;
  /** Milliseconds to come up. Defaults to two minutes: on machines of any speed, only a program that hangs takes longer. */
  timeout?: number;
  /** When stopped, the program has these milliseconds to end by itself before it is killed. Defaults to 3 seconds. */
  grace?: number;
}

export interface EngineProcess {
  readonly pid: number;
  /** The match of `ready`, with its captured groups, such as a port. */
  readonly announced: RegExpExecArray;
  /** How it ended ('exit code 1'), or undefined while it runs. */
  ended(): string | undefined;
  /** The last lines that it wrote. */
  tail(): string;
  /** Ends the program, gently at first, and resolves when it is gone. May be called again. */
  stop(): Promise<void>;
}

const TAIL_CHARACTERS = 4_000;

// Module state, because 'exit' is one event of the whole program. A listener for each engine would raise Node's leak warning.
const running = new Set<ChildProcess>();

function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

/**
 * Starts a program that serves until stopped, and waits until it says that it is up.
 *
 * The program never outlives this process, however this process ends. Nor does it keep this process alive: a script that forgets to stop its engines
 * still ends.
 *
 * @throws EngineError with its last output, when it cannot start, ends early or stays silent.
 */
export async function startProcess(options: StartOptions): Promise<EngineProcess> {
  const { name, command, args, env = {}, scratch, ready, timeout = 120_000, grace = 3_000 } = options;
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
    // This must happen before the operating system can give the number to another process.
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
    // Both streams are read to the end: a program that writes into a full pipe stands still.
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-TAIL_CHARACTERS);
        const match = stream === child.stdout ? ready.exec(output) : null;
        if (match !== null) settle(match);
      });
    }
    // 'close' comes after the last output, and 'exit' may come earlier. A program that never started has no streams to wait for.
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
    // Pipes of a child are sockets, but their type is a plain stream.
    if (stream instanceof Socket) stream.unref();
  }
  return { pid: child.pid, announced, ended: () => ending, tail: () => output, stop };
}

/**
 * Starts a shell that waits on a pipe from this process and kills the engine when the pipe closes. Nothing else works when this process is killed
 * outright, ends by a signal that nobody handles (Node then raises no 'exit'), or is a worker thread that is terminated. Without `sh` only the 'exit'
 * event ends the engine.
 */
function guardProcess(pid: number, scratch: string | undefined): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined;
  // The engine is not the shell's child, so the shell cannot wait for it. And a dead child of a dead parent may stay in the process table.
  const cleanUp = 'for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$1" || break; sleep 0.1; done; rm -rf -- "$2"';
  const script = `read -r _; kill -9 "$1"; if [ -n "$2" ]; then ${cleanUp}; fi`;
  const guard = spawn('sh', ['-c', script, 'sh', String(pid), scratch ?? ''], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // The guard gets its own process group, so that Ctrl-C does not end it too early.
    detached: true,
  });
  guard.on('error', () => {});
  guard.unref();
  return guard;
}
