import type { Address, Cell } from '@ton/core';
import type { EmulationError } from '@ton/sandbox';

interface Refused {
  readonly account: Address;
  /** Whether the chain knew the account before. */
  readonly known: boolean;
  readonly cell: Cell;
}

/** What a node says when an account does not accept an external message (ext-message-checker.cpp and ExtMessageQ of the node). */
export function refusalText(error: EmulationError, { account, known, cell }: Refused): string {
  const start = 'LITE_SERVER_UNKNOWN: cannot apply external message to current state : ';
  if (!known) return `${start}Failed to unpack account state`;
  const name = account.hash.toString('hex').toUpperCase();
  const { exitCode, vmLogs = '' } = error;
  // Without a log no instruction was run: the account has no coins, no code, or is suspended.
  if (exitCode === undefined || vmLogs === '') {
    return `${start}External message was not accepted\nCannot run message on account: inbound external message rejected by account ${name} before smart-contract execution`;
  }
  const hash = cell.hash().toString('hex').toUpperCase();
  return [
    `${start}External message was not accepted`,
    `Cannot run message on account: inbound external message rejected by transaction ${hash}:`,
    `exitcode=${exitCode}, steps=${stepsOf(vmLogs)}, gas_used=0`,
    'VM Log (truncated):',
    vmLogs.slice(-512),
  ].join('\n');
}

/** The log has one line for each step. */
function stepsOf(log: string): number {
  return log.match(/^execute /gm)?.length ?? 0;
}
