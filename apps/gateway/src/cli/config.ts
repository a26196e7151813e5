import { readFile } from 'node:fs/promises';
import { loadSettings } from '../config/load.ts';
import type { Settings } from '../config/settings.ts';
import { checkChains } from '../connect-chain.ts';
import { families } from '../families.ts';
import { type Terminal, UsageError } from './terminal.ts';

/**
 * Reads the settings as the gateway would.
 *
 * @throws RefusedError `config.invalid`, with a problem for each setting that is wrong.
 */
export async function readSettings([file, ...rest]: readonly string[], { variables }: Terminal): Promise<Settings> {
  if (rest.length > 0) throw new UsageError('One file is enough.');
  const given = file === undefined ? variables : { ...variables, ISOCHAIN_CONFIG: file };
  const settings = await loadSettings(given, (path) => readFile(path));
  await checkChains(families, settings.chains);
  return settings;
}

export async function checkConfig(args: readonly string[], terminal: Terminal): Promise<void> {
  const { profile, keys, chains, store } = await readSettings(args, terminal);
  terminal.print(
    [
      'The settings are valid.',
      `  profile  ${profile}`,
      `  keys     ${Object.keys(keys).join(', ') || 'none'}`,
      `  chains   ${Object.keys(chains).join(', ') || 'all with their public endpoints'}`,
      `  store    ${store.redis === undefined ? 'memory of each process' : 'Redis'}`,
    ].join('\n'),
  );
}
