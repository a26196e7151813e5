import process from 'node:process';

/** Milliseconds of the processor since now, in which what else runs on the machine has no part. */
export function stopwatch(): () => number {
  const start = process.cpuUsage();
  return () => process.cpuUsage(start).user / 1_000;
}
