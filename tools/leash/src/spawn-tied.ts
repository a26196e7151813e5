import {
  type ChildProcess,
  type ChildProcessByStdio,
  type SpawnOptions,
  type SpawnOptionsWithStdioTuple,
  type StdioNull,
  type StdioPipe,
  spawn,
} from 'node:child_process';
import type { Readable } from 'node:stream';
import { forgetProgram, guardProgram, kill, wakeGuardian } from './guardian.ts';

/**
 * `spawn`, for programs that must not outlive this process, however that ends. What they start themselves does not outlive them either.
 *
 * The program leads a process group of its own, so Ctrl-C in a terminal reaches this process alone. On Windows nothing notices that this process was
 * killed.
 */
export function spawnTied(
  command: string,
  args: readonly string[],
  options: SpawnOptionsWithStdioTuple<StdioNull, StdioPipe, StdioPipe>,
): ChildProcessByStdio<null, Readable, Readable>;
export function spawnTied(
  command: string,
  args: readonly string[],
  options: SpawnOptionsWithStdioTuple<StdioNull, StdioNull, StdioPipe>,
): ChildProcessByStdio<null, null, Readable>;
export function spawnTied(
  command: string,
  args: readonly string[],
  options: SpawnOptionsWithStdioTuple<StdioNull, StdioPipe, StdioNull>,
): ChildProcessByStdio<null, Readable, null>;
export function spawnTied(command: string, args: readonly string[], options: SpawnOptions): ChildProcess;
export function spawnTied(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  wakeGuardian();
  const leads = process.platform !== 'win32';
  const child = spawn(command, args, { ...options, detached: leads, windowsHide: true });
  const { pid } = child;
  if (pid === undefined) return child;
  const program = leads ? -pid : pid;
  guardProgram(program);
  return child.once('exit', () => {
    // What is left of its group. Alone, its own number may be another program's by now.
    if (leads) kill(program);
    forgetProgram(program);
  });
}
