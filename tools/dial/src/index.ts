import process from 'node:process';
import { sampleOf, sampleSize } from './sample.ts';
import { inherited, readSettings } from './settings.ts';

// Tests start gateways, and those refuse variables with the gateway's own prefix that are none of its settings. So programs that tests start inherit them
// under another name.
for (const [name, other] of Object.entries(inherited)) {
  const value = process.env[name];
  if (value !== undefined) process.env[other] = value;
  delete process.env[name];
}

/** The settings of this run. */
export const settings = readSettings(process.env, Date.now());

/** Of everything that tests draw. Property tests of fast-check have it already (vitest.setup.ts). */
export const { seed } = settings;

/**
 * How many turns a loop makes in this run: all of them in the exhaustive run, a sample in an ordinary one.
 *
 * @param all - Turns of the whole loop.
 * @param ordinary - Turns of an ordinary run, where the usual tenth does not fit: turns that cost much, or kinds that must all have their turn.
 */
export function turns(all: number, ordinary: number = sampleSize(all)): number {
  return settings.exhaustive ? all : Math.min(all, ordinary);
}

/**
 * The items that a loop tries in this run: all of them in the exhaustive run. In an ordinary one a sample with at least one of each kind.
 *
 * @param kindOf - What must not be left out whole: a mode, a field, a code.
 * @param ordinary - Items of an ordinary run, where the usual tenth does not fit. Kinds come first even if there are more of them.
 */
export function chosen<T>(
  items: readonly T[],
  kindOf: (item: T) => unknown,
  ordinary: number = sampleSize(items.length),
): T[] {
  return settings.exhaustive ? [...items] : sampleOf(items, kindOf, ordinary, seed);
}
