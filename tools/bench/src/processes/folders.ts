import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new Set<string>();

process.on('exit', () => {
  for (const folder of folders) remove(folder);
});

/** Makes a new folder. It is removed at the latest when this process exits. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'isochain-bench-'));
  folders.add(folder);
  return folder;
}

export function removeFolder(folder: string): void {
  remove(folder);
  folders.delete(folder);
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
