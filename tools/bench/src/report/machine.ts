import { availableParallelism, loadavg, totalmem } from 'node:os';

/** The machine that the figures depend on. */
export interface Machine {
  readonly cores: number;
  /** GiB. */
  readonly memory: number;
  readonly system: string;
  readonly node: string;
  /** Runnable processes in the minute before the bench began. */
  readonly loadBefore: number;
}

export function readMachine(): Machine {
  return {
    cores: availableParallelism(),
    memory: Math.round(totalmem() / 1024 ** 3),
    system: `${process.platform} ${process.arch}`,
    node: process.version.slice(1),
    loadBefore: loadavg()[0] ?? 0,
  };
}

/** Above this load, other work took part of the machine during the measurement. */
const quiet = 0.5;

export function describeMachine({ cores, memory, system, node, loadBefore }: Machine): string {
  const size = `${system}, ${cores} cores, ${memory} GiB of memory, Node ${node}`;
  if (loadBefore <= quiet) return `${size}, with nothing else running`;
  return `${size}. Other work ran on the machine (load average ${loadBefore.toFixed(1)} before the start), so that times are longer than they would be alone`;
}
