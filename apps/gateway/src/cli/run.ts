import { RefusedError } from '@isochain/core';
import { printable } from '../config/explain.ts';
import { readVersion } from '../version.ts';
import { printChains } from './chains.ts';
import { checkConfig } from './config.ts';
import { createKey, hashKey } from './keys.ts';
import { type Terminal, UsageError } from './terminal.ts';

interface Command {
  readonly usage: string;
  readonly does: string;
  run(args: readonly string[], terminal: Terminal): Promise<void>;
}

const commands: Readonly<Record<string, Command>> = {
  'keys create': {
    usage: 'keys create [name]',
    does: 'makes an API key, and prints it once with the entry for ISOCHAIN_API_KEYS',
    run: createKey,
  },
  'keys hash': {
    usage: 'keys hash [name] < key',
    does: 'prints the entry for a key that is read from standard input',
    run: hashKey,
  },
  'config check': {
    usage: 'config check [file]',
    does: 'says all that is wrong with this environment and file (ISOCHAIN_CONFIG by default); needs no key',
    run: checkConfig,
  },
  chains: {
    usage: 'chains [file]',
    does: 'lists the chains with their families, endpoints and features, as configured',
    run: printChains,
  },
};

const help = [
  'Usage: isochain <command>',
  '',
  ...Object.values(commands).map(({ usage, does }) => `  ${usage.padEnd(24)}${does}`),
  `  ${'--version'.padEnd(24)}prints the version of the gateway`,
  '',
  'The gateway itself is started with: npm start',
].join('\n');

/**
 * Runs one command.
 *
 * @param args - Without the program.
 * @returns The exit code: 0, 1 if something is wrong with the settings, 2 if the command was not understood.
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const [first = 'help', second = ''] = args;
  if (/^(help|--help|-h)$/.test(first)) {
    terminal.print(help);
    return 0;
  }
  if (/^(version|--version|-v)$/.test(first)) {
    terminal.print(readVersion());
    return 0;
  }
  const name = Object.hasOwn(commands, first) ? first : `${first} ${second}`;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    terminal.complain(`There is no command ${printable(`${first} ${second}`.trim())}.\n\n${help}`);
    return 2;
  }
  try {
    await command.run(args.slice(name.split(' ').length), terminal);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.complain(`${error.message}\nUsage: isochain ${command.usage}`);
      return 2;
    }
    if (!(error instanceof RefusedError)) throw error;
    for (const { message } of error.problems) terminal.complain(message);
    return 1;
  }
}
