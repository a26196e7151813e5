import { readFile } from 'node:fs/promises';
import { isChainId } from '@isochain/core';
import { createChains } from '../chains.ts';
import { checkSettings } from '../config/check.ts';
import type { Settings } from '../config/settings.ts';
import { families } from '../families.ts';
import { type Terminal, UsageError } from './terminal.ts';

/**
 * Reads the settings as the gateway would, but requires no key.
 *
 * @throws RefusedError `config.invalid`, with a problem for each setting that is wrong.
 */
export async function readSettings([file, ...rest]: readonly string[], { variables }: Terminal): Promise<Settings> {
  if (rest.length > 0) throw new UsageError('One file is enough.');
  const given = file === undefined ? variables : { ...variables, ISOCHAIN_CONFIG: file };
  return checkSettings(given, (path) => readFile(path), families, { needsKey: false });
}

export async function checkConfig(args: readonly string[], terminal: Terminal): Promise<void> {
  const { profile, keys, chains, store } = await readSettings(args, terminal);
  terminal.print(
    [
      'The settings are valid.',
      `  profile  ${profile}`,
      `  keys     ${Object.keys(keys).join(', ') || noKeys(profile)}`,
      `  chains   ${(await namesOf(chains)).join(', ') || 'all that have public endpoints'}`,
      `  store    ${store.redis === undefined ? 'memory of each process' : 'Redis'}`,
    ].join('\n'),
  );
}

/** The chains that are configured. A stopped chain counts only if it has endpoints. */
async function namesOf(settings: Settings['chains']): Promise<string[]> {
  const chains = createChains({ families, settings, connect: {} });
  return Promise.all(
    Object.keys(settings).map(async (id) => {
      if (!isChainId(id) || settings[id]?.endpoints !== undefined) return id;
      const { stopped } = await chains.detail(id);
      return stopped === undefined ? id : `${id} (stopped since ${stopped.since}: it has no endpoints)`;
    }),
  );
}

function noKeys(profile: Settings['profile']): string {
  return profile === 'production' ? 'none: the gateway does not start without one in profile production' : 'none';
}
