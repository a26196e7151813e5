export { listProcesses, type ProcessEntry } from './process-table.ts';
export { spawnTied } from './spawn-tied.ts';
export { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';
export { tieAll } from './tie-all.ts';
