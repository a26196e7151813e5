import { Socket } from 'node:net';
import { spawnTied, type TemporaryFolder } from '@isochain/leash';
import { EngineError } from './engine.ts';

export interface StartOptions {
  /** For messages. */
  name: string;
  /** Path of the program. */
  command: string;
  args: readonly string[];
  /** Variables beside those of this process. */
  env?: Readonly<Record<string, string>>;
  /** A folder that only this program uses, for its temporary files too. It is removed when the program is gone. */
  scratch?: TemporaryFolder;
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
  const child = spawnTied(command, args, {
    env: { ...process.env, ...(scratch && { TMPDIR: scratch.path }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
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
  const forgotten = gone.then(() => scratch?.remove());

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
