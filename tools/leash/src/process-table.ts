import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** The number of its process group. */
  readonly group: number;
  /** With arguments. */
  readonly command: string;
}

/**
 * The processes of this machine that run, for tests. A dead one whose parent has not collected it is left out: where the process with number 1 collects
 * none, as in some containers, it stays for ever.
 */
export function listProcesses(): ProcessEntry[] {
  return existsSync('/proc/self/stat') ? fromProc() : fromPs();
}

/** Containers may lack `ps`. */
function fromProc(): ProcessEntry[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The second field is the program's name in brackets, which may hold anything.
      const [state = '', parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (isDead(state)) return [];
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return [{ pid: Number(name), parent: Number(parent), group: Number(group), command }];
    } catch {
      // It has just ended.
      return [];
    }
  });
}

function fromPs(): ProcessEntry[] {
  const args = ['-A', '-o', 'pid=,ppid=,pgid=,stat=,args='];
  const { stdout } = spawnSync('ps', args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return stdout.split('\n').flatMap((row) => {
    const [, pid, parent, group, state, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s*(.*)$/.exec(row) ?? [];
    if (state === undefined || isDead(state)) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), command }];
  });
}

function isDead(state: string): boolean {
  return /^[ZX]/.test(state);
}
