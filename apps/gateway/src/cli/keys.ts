import { sha256, toHex } from '@isochain/core';
import { keyName } from '../config/key-settings.ts';
import { type Terminal, UsageError } from './terminal.ts';

/** 256 random bits. The prefix lets scanners for leaked secrets find it. */
export async function createKey([name = 'client', ...rest]: readonly string[], { print }: Terminal): Promise<void> {
  requireName(name, rest);
  const key = `iso_${toHex(crypto.getRandomValues(new Uint8Array(32)))}`;
  print(
    [
      `Key:    ${key}`,
      `Entry:  ${name}:${hash(key)}`,
      '',
      'Give the key to the client: it is shown this once. Add the entry to ISOCHAIN_API_KEYS, or the hash to `keys` of the settings.',
    ].join('\n'),
  );
}

/** From standard input: command lines are kept in histories and visible to everybody on the machine. */
export async function hashKey([name = 'client', ...rest]: readonly string[], terminal: Terminal): Promise<void> {
  requireName(name, rest);
  const key = (await terminal.readInput()).replace(/\r?\n$/, '');
  if (!/^[\x21-\x7e]{8,512}$/.test(key)) {
    throw new UsageError('The key has to be 8 to 512 printable ASCII characters without spaces, on one line.');
  }
  terminal.print(`${name}:${hash(key)}`);
}

function requireName(name: string, rest: readonly string[]): void {
  if (rest.length > 0) throw new UsageError('One name is enough.');
  if (!keyName.test(name)) throw new UsageError('A name has 1 to 64 letters, digits, dots, dashes or underscores.');
}

function hash(key: string): string {
  return toHex(sha256(new TextEncoder().encode(key)));
}
