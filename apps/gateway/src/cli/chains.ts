import { chainIds } from '@isochain/core';
import { createChains } from '../chains.ts';
import { families } from '../families.ts';
import { readSettings } from './config.ts';
import type { Terminal } from './terminal.ts';

/** Prints a line for each chain. Asks no upstream. */
export async function printChains(args: readonly string[], terminal: Terminal): Promise<void> {
  const settings = await readSettings(args, terminal);
  const chains = createChains({ families, settings: settings.chains, connect: {} });
  const hinted = new Map<string, string[]>();
  const rows = [['CHAIN', 'FAMILY', 'ENDPOINTS', 'READ', 'WRITE']];
  for (const id of chainIds) {
    const { family, stopped, supportedFeatures } = await chains.detail(id);
    const adapter = await chains.open(id).then(
      (chain) => chain.adapter,
      () => undefined,
    );
    if (adapter === undefined) {
      rows.push([id, family, stopped === undefined ? '-' : `stopped since ${stopped.since}`, '-', '-']);
      continue;
    }
    for (const hint of adapter.hints ?? []) hinted.set(hint, [...(hinted.get(hint) ?? []), id]);
    const endpoints = adapter.upstream.endpoints.map(({ name }) => name).join(' ');
    const { read, write } = supportedFeatures;
    const reads = [
      ...trueOf(read.account.balances),
      ...(Object.values(read.account.transactions).some(Boolean) ? ['history'] : []),
      ...(Object.values(read.transaction).some(Boolean) ? ['transaction'] : []),
      ...trueOf({ token: read.token, validators: read.validators }),
    ];
    rows.push([id, family, endpoints, reads.join(' '), trueOf(write.transaction.type).join(' ')]);
  }
  const hints = [...hinted].map(([hint, ids]) => `\n\n${hint}\n  ${ids.join(' ')}`);
  terminal.print(`${table(rows)}${hints.join('')}`);
}

function trueOf(flags: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(flags).flatMap(([name, isTrue]) => (isTrue ? [name] : []));
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
