import { type Problem, problem } from '@isochain/core';
import type { CosmosMode } from '../bytes/params.ts';
import type { NamedChain } from '../chains.ts';
import { reasonOf } from '../upstream/lcd/transactions.ts';

/** Why a simulation failed, in terms of the request. */
export function simulationProblem(_context: Pick<NamedChain, 'identity'>, mode: CosmosMode, message: string): Problem {
  const reason = reasonOf(message);
  return problem(mode === 'transferToken' ? 'token.transferFails' : 'transaction.fails', { reason });
}
