// Finds the processes of a run by a mark in their environment, which every process inherits from the one that starts it. Runs on Node 20 or later,
// without any dependency.

import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** The environment variable that marks all processes of a run. */
export const markVariable = 'CHECKS_RUN';
/** Environment variables that tell what started a process. */
const origins = ['CHECKS_STEP', 'CHECKS_STARTED_BY'];

/**
 * @typedef {{ pid: number, parent: number, command: string, startedBy: string }} Found a process that lives
 */

/**
 * The living processes of a run, without this one and those above it.
 *
 * @param {string} mark
 * @returns {Found[] | undefined} undefined where the system does not tell the environment of processes: it is read from /proc.
 */
export function processesOf(mark) {
  /** @type {string[]} */
  let names;
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return undefined;
  }
  if (names.length === 0) return undefined;
  const all = names.flatMap((name) => readProcess(Number(name), mark) ?? []);
  const own = new Set();
  for (let pid = process.pid; pid > 1; pid = parentOf(pid)) own.add(pid);
  return all.filter(({ pid }) => !own.has(pid));
}

/**
 * @param {number} pid
 * @param {string} mark
 * @returns {Found | undefined}
 */
function readProcess(pid, mark) {
  try {
    const variables = new Map(
      readFileSync(`/proc/${pid}/environ`, 'utf8')
        .split('\0')
        .map((line) => {
          const end = line.indexOf('=');
          return [line.slice(0, end), line.slice(end + 1)];
        }),
    );
    if (variables.get(markVariable) !== mark) return undefined;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
    // One that has ended, and that its parent has not asked about yet, has no command line.
    if (command === '') return undefined;
    const startedBy = origins.flatMap((name) => variables.get(name) ?? []).join(', ');
    return { pid, parent: parentOf(pid), command: command.slice(0, 300), startedBy: startedBy || 'the run itself' };
  } catch {
    // It has just ended, or belongs to somebody else.
    return undefined;
  }
}

/** @param {number} pid @returns {number} 0 if it has none, or has ended. */
function parentOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^PPid:\s*(\d+)/m.exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * Ends processes at once.
 *
 * @param {readonly Found[]} processes
 */
export function endProcesses(processes) {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended by itself.
    }
  }
}

/** @param {readonly Found[]} processes */
export function tellProcesses(processes) {
  return processes
    .map(
      ({ pid, parent, command, startedBy }) =>
        `  ${pid} ${command}\n    started by ${startedBy}; its parent is ${parent}`,
    )
    .join('\n');
}
