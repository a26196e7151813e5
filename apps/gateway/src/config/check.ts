import type { News } from '@isochain/core';
import { checkChains } from '../connect-chain.ts';
import type { Families } from '../families.ts';
import type { Variables } from './environment.ts';
import type { ReadFile } from './files.ts';
import { type LoadOptions, readSettings, valueAt } from './load.ts';
import { Mistakes } from './mistakes.ts';
import type { Settings } from './settings.ts';
import { hasUnset } from './source.ts';

/**
 * Reads all settings as `loadSettings` does, and opens every configured chain: only its family knows what options it takes.
 *
 * @throws RefusedError `config.invalid`, with a problem for each mistake.
 */
export async function checkSettings(
  given: Variables,
  readFile: ReadFile,
  families: Families,
  options?: LoadOptions,
): Promise<Settings> {
  const mistakes = new Mistakes();
  const { settings, chains, given: written } = await readSettings(given, readFile, mistakes, options);
  const opened = new Mistakes();
  await opened.gather(() => checkChains(families, chains, written));
  // Skips settings with a variable that is not set: nothing else can be checked in them.
  const isTold = ({ context }: News) => !hasUnset(valueAt({ chains: written }, String(context?.setting).split('.')));
  mistakes.add(...opened.problems.filter(isTold));
  mistakes.end();
  // Without a mistake there are settings.
  return settings as Settings;
}
