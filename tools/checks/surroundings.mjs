#!/usr/bin/env node
// Prints what results of tests depend on beside the files of this project: Node, the programs that tests start, and the recorded answers of real nodes,
// which lie beside the checkout. Nx keeps no result across a change of it. Runs on Node 20 or later, without any dependency.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Programs that are not installed from here, and how they tell their version. Tests that start one are skipped without it. A program that one package alone
 * starts stands in the package.json of that package, as the named input `programs` of Nx.
 */
const programs = {
  litecoind: ['--version'],
  'redis-server': ['--version'],
  'starknet-devnet': ['--version'],
  python3: ['--version'],
  go: ['version'],
};

// Paths of recordings are hashed too, and must not hold that of this checkout.
process.chdir(fileURLToPath(new URL('../../', import.meta.url)));

function versionOf([program, args]) {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')[0];
  } catch {
    return 'not installed';
  }
}

/** Engines that were built on this machine: tools/devnet/src/engine-cache.ts. A folder is there, and empty, while one is being built. */
function enginesOf(folder) {
  return entriesOf(folder)
    .filter((name) => /-[0-9a-f]{16}$/.test(name))
    .flatMap((name) =>
      entriesOf(join(folder, name)).map((file) => `${name}/${file} ${statSync(join(folder, name, file)).size}`),
    );
}

function entriesOf(folder) {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function digestOf(folder) {
  const files = filesOf(folder).sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file} ${createHash('sha256').update(readFileSync(file)).digest('hex')}\n`);
  return files.length === 0 ? 'not there' : hash.digest('hex');
}

function filesOf(folder) {
  return entriesOf(folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    return statSync(path).isDirectory() ? filesOf(path) : [path];
  });
}

const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
console.log(
  JSON.stringify({
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    programs: Object.fromEntries(Object.entries(programs).map((entry) => [entry[0], versionOf(entry)])),
    engines: enginesOf(join(cache, 'isochain')),
    captures: digestOf('../shared/captures'),
  }),
);
