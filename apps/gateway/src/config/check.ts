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
 * Reads all settings as `loadSettings`, and opens every chain that is configured, as only its family knows what it takes.
 *
 * @throws RefusedError `config.invalid`, with a problem for each mistake, wherever it is.
 */
export async function checkSettings(
  given: Variables,
  readFile: ReadFile,
  families: Families,
  options?: LoadOptions,
): Promise<Settings> {
  const mistakes = new Mistakes();
  const { settings, chains } = await readSettings(given, readFile, mistakes, options);
  const opened = new Mistakes();
  await opened.gather(() => checkChains(families, chains));
  // What else is wrong with a variable that nobody set, nobody can tell.
  const isTold = ({ context }: News) => !hasUnset(valueAt({ chains }, String(context?.setting).split('.')));
  mistakes.add(...opened.problems.filter(isTold));
  mistakes.end();
  // Without a mistake there are settings.
  return settings as Settings;
}
