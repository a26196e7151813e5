import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { spawnTied } from '@isochain/leash';
import { EngineError } from './engine.ts';

export interface RunOptions {
  /** Path of the program, or its name. */
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Variables beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** With low priority, for a build that takes all cores. */
  readonly lowPriority?: boolean;
  /** Called with each line of its stderr. */
  readonly onLine?: (line: string) => void;
}

/**
 * Runs a program to its end. It ends with this process.
 *
 * @returns The lines of its stdout.
 * @throws EngineError when it cannot start or fails, with the last lines of its stderr.
 */
export async function runToEnd(options: RunOptions): Promise<string[]> {
  const { command, args, cwd, env = {}, lowPriority = false, onLine = () => {} } = options;
  const child = spawnTied(command, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stdout: string[] = [];
  const words: string[] = [];
  createInterface(child.stdout).on('line', (line) => stdout.push(line));
  createInterface(child.stderr).on('line', (line) => {
    words.push(line);
    if (words.length > 20) words.shift();
    onLine(line);
  });
  if (lowPriority && child.pid !== undefined) setPriority(child.pid, 10);
  const ending = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : `ended with ${signal ?? `exit code ${code}`}`),
    );
  });
  if (ending === undefined) return stdout;
  throw new EngineError(`${basename(command)} ${args[0]} ${ending}. It wrote last:\n${words.join('\n')}`);
}
