import { existsSync, readdirSync } from 'node:fs';
import type { HandIn } from './hand-in.ts';

/** The folder of all packages. */
const packages = new URL('../../../../packages/', import.meta.url);

/** Every member of a hand-in, and what it has to be. */
const members: Readonly<
  Record<Exclude<keyof HandIn, 'pages' | 'programs' | 'weight'>, 'string' | 'object' | 'function'>
> = {
  family: 'string',
  exportName: 'string',
  sign: 'function',
  demo: 'object',
  bench: 'object',
  knownTransaction: 'object',
  examples: 'object',
  moneyPaths: 'object',
  records: 'function',
};

export interface FoundHandIn extends HandIn {
  /** Of the folder in `packages/`, and of the package behind `@isochain/`: `utxo`. */
  readonly packageName: string;
}

/** Names of the packages that are families: those with a hand-in, in alphabetical order. */
export function familyPackages(folder: URL = packages): string[] {
  return readdirSync(folder)
    .filter((name) => existsSync(handInOf(name, folder)))
    .sort();
}

/**
 * Loads the hand-ins of all families.
 *
 * @param folder - Of all packages, with a slash at its end.
 * @returns In the alphabetical order of their packages.
 * @throws Error that names the file and what is missing in it.
 */
export async function findHandIns(folder: URL = packages): Promise<FoundHandIn[]> {
  const found: FoundHandIn[] = [];
  // One after the other: libraries of two families may load the same module by import and by require, and Node cannot do both at once.
  for (const name of familyPackages(folder)) found.push(await load(name, handInOf(name, folder)));
  return found;
}

function handInOf(packageName: string, folder: URL): URL {
  return new URL(`${packageName}/test/hand-in.ts`, folder);
}

async function load(packageName: string, file: URL): Promise<FoundHandIn> {
  const { handIn }: { handIn?: HandIn } = await import(/* @vite-ignore */ file.href);
  const name = `packages/${packageName}/test/hand-in.ts`;
  if (handIn === undefined) throw new Error(`${name} does not export "handIn" (docs/add-a-family.md).`);
  const missing = Object.entries(members).flatMap(([member, kind]) =>
    kindOf(handIn[member as keyof HandIn]) === kind ? [] : [member],
  );
  if (missing.length > 0) throw new Error(`${name} does not hand in ${missing.join(', ')} (docs/add-a-family.md).`);
  return { ...handIn, packageName };
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}
