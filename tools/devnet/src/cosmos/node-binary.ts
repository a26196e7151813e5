import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engineCacheFolder } from '../engine-cache.ts';
import { findProgram, isExecutable } from '../find-program.ts';

/** Where the sources of the node are: a main module of Go. */
export const nodeSources = fileURLToPath(new URL('../../engines/cosmos/', import.meta.url));

/** Path of the node's program, whether it has been built or not. */
export function nodeBinary(): string {
  return join(engineCacheFolder('cosmos-devnet', nodeSources), 'cosmos-devnet');
}

/** Path of Go's tool. */
export function findGo(): string | undefined {
  // Its installer puts it there, and leaves the PATH to the user.
  return findProgram('go', ['/usr/local/go/bin']);
}

/** Why the Cosmos node cannot be started, in a few words for people; undefined if it can. */
export function cosmosEngineMissing(): string | undefined {
  if (isExecutable(nodeBinary())) return undefined;
  return findGo() === undefined
    ? 'its node is not built yet, which takes Go (https://go.dev/dl) and `npm run build:engine`'
    : '`npm run build:engine` builds its node, once, in some six minutes';
}
