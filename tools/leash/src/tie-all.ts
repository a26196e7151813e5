import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { forgetProgram, guardianName, guardProgram } from './guardian.ts';

let isOn = false;

/**
 * From now on all programs that this process starts end with it, those too that libraries start: Miniflare's workerd goes on if its starter is killed.
 * What such a program starts itself is not tied; for that there is `spawnTied`. `spawnSync` waits for the end, and is not seen.
 */
export function tieAll(): void {
  if (isOn) return;
  isOn = true;
  subscribe('child_process', (message) => {
    const child = (message as { process: ChildProcess }).process;
    // It has no number yet.
    child.once('spawn', () => {
      // Vitest loads modules anew, so there may be another's guardian too.
      if (child.spawnargs.includes(guardianName)) return;
      const { pid, exitCode, signalCode } = child;
      if (pid === undefined || exitCode !== null || signalCode !== null) return;
      guardProgram(pid);
      child.once('exit', () => forgetProgram(pid));
    });
  });
}
