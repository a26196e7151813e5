import process from 'node:process';

/**
 * Lets a signal end this process as its last line would. Node's own way to end by a signal tells nobody: what was started here would go on, and folders would
 * stay.
 */
export function endBySignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
}
