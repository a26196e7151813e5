import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

/**
 * Reads from a pipe that only this process holds open. It closes when this process is gone, and then the guardian kills what still runs and removes the
 * folders. Nothing else also works when this process is killed outright, ends by a signal that nobody handles (Node then raises no 'exit'), or is a
 * worker thread that is terminated.
 */
const script = `
trap '' HUP INT TERM
running=' '
while read -r what name; do
  case $what in
    runs) running="$running$name " ;;
    ended) running="\${running%% $name *} \${running#* $name }" ;;
    folder) set -- "$@" "$name" ;;
  esac
done
# It is no parent of the programs, so it cannot wait for their end; and nobody may ever collect a dead one. So it looks ten times a second, for five seconds.
for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50; do
  left=
  for one in $running; do kill -s KILL -- "$one" && left="$left $one"; done
  running=$left
  # Programs write until they are gone.
  if [ $# -gt 0 ]; then rm -rf -- "$@" || left="$left folders"; fi
  [ -n "$left" ] || break
  sleep 0.1
done`;

// Module state: one guardian for all that this process has, and one listener of 'exit'.
let guardian: ChildProcess | undefined;
/** Numbers of programs, and those of process groups with a minus, as `kill` takes them. */
const programs = new Set<number>();
const folders = new Set<string>();
let listens = false;

/** The shell's name for its script, which `ps` shows. */
export const guardianName = 'isochain-guardian';

/** Without `sh` the event 'exit' must do. */
const hasShell = process.platform !== 'win32';

/** Starts the guardian, if there is none. Call it before that which it shall guard: then nothing is unguarded while it starts. */
export function wakeGuardian(): void {
  if (!listens) process.on('exit', clean);
  listens = true;
  if (!hasShell || guardian !== undefined) return;
  const shell = spawn('sh', ['-c', script, guardianName], {
    // It holds no folder and no stream of this process, and gets no signal from the terminal.
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const forget = () => {
    if (guardian === shell) guardian = undefined;
  };
  shell.on('error', forget).on('exit', forget).unref();
  shell.stdin.on('error', forget);
  // Pipes of a child are sockets, though declared as plain streams.
  (shell.stdin as { unref?(): void }).unref?.();
  guardian = shell;
  // What the one before knew, if somebody ended it.
  for (const program of programs) tell('runs', program);
  for (const folder of folders) tell('folder', folder);
}

function tell(what: 'runs' | 'ended' | 'folder', name: number | string): void {
  // Node writes a line at once if nothing waits, so it is in the pipe when this returns.
  guardian?.stdin?.write(`${what} ${name}\n`);
}

/** @param program - The number of a program, or that of a process group with a minus. */
export function guardProgram(program: number): void {
  wakeGuardian();
  programs.add(program);
  tell('runs', program);
}

/** For a program that has ended, and at once: the operating system may give its number to another. */
export function forgetProgram(program: number): void {
  if (programs.delete(program)) tell('ended', program);
}

export function guardFolder(path: string): void {
  folders.add(path);
  tell('folder', path);
}

/** The guardian still knows the path, and removes it in the end: nobody else gets a name of `mkdtemp`. */
export function forgetFolder(path: string): void {
  folders.delete(path);
}

function clean(): void {
  for (const program of programs) kill(program);
  for (const path of folders) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // A program that is being killed still wrote into it. The guardian tries again.
    }
  }
}

export function kill(program: number): void {
  try {
    process.kill(program, 'SIGKILL');
  } catch {
    // It is gone.
  }
}
