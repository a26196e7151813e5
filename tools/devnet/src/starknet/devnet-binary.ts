import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findProgram, isExecutable } from '../find-program.ts';

/** The crate: Starknet 0.14.2, JSON-RPC 0.10.2 (0xSpaceShard/starknet-devnet: its page about compatibility). */
export const crate = { name: 'starknet-devnet', version: '0.8.1' } as const;

/** The folder that `npm run build:engine -- starknet` fills, outside of the checkout. It is named after the version and the platform. */
export function builtFolder(): string {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n${crate.version}`).digest('hex');
  return join(cache, 'isochain', `${crate.name}-${hash.slice(0, 16)}`);
}

/** Path of the program in that folder, whether it is there or not. */
export function builtBinary(): string {
  return join(builtFolder(), 'bin', crate.name);
}

/** Path of Rust's package manager. */
export function findCargo(): string | undefined {
  // Its installer puts it there, and leaves the PATH to the user.
  return findProgram('cargo', [join(homedir(), '.cargo', 'bin')]);
}

/** Path of starknet-devnet, or undefined: one on the PATH, one that cargo installed, or the one that `npm run build:engine -- starknet` built. */
export function findStarknetDevnet(): string | undefined {
  const found = findProgram(crate.name, [join(homedir(), '.cargo', 'bin')]);
  if (found !== undefined) return found;
  return isExecutable(builtBinary()) ? builtBinary() : undefined;
}

/** Why starknet-devnet cannot be started, in a few words for people; undefined if it can. */
export function starknetDevnetMissing(): string | undefined {
  if (findStarknetDevnet() !== undefined) return undefined;
  return findCargo() === undefined
    ? 'starknet-devnet is not installed, which takes Rust (https://rustup.rs) and `npm run build:engine -- starknet`'
    : '`npm run build:engine -- starknet` builds starknet-devnet, once, in some 40 minutes';
}
