import { ask, type FallibleCall, largeAnswer, type Operation } from '@isochain/core/upstream';
import * as z from 'zod';
import { queryVersion, type RpcTransaction, rpcTransaction } from '../bytes/rpc-transaction.ts';
import type { StarknetPlan } from '../bytes/transaction.ts';
import { readTransferEvent, type TokenMove } from '../tokens/transfer-event.ts';
import { askable, errorCode } from './calls.ts';
import { felt, felts } from './fields.ts';
import { reasonOf } from './revert-reason.ts';
import { latestState } from './rpc.ts';

/** What a transaction would do. */
export type Simulated =
  | { readonly ok: true; readonly moves: readonly TokenMove[] }
  | { readonly ok: false; readonly reason: string };

// A call in a trace (starknet-specs, api/starknet_trace_api_openrpc.json: FUNCTION_INVOCATION). Calls lie in each other, up to some twenty: core reads no deeper
// answers. They are looked at one by one, because a call that was undone is left out with all that is in it.
const invocation = z.object({
  contract_address: felt,
  calls: z.array(z.unknown()),
  events: z.array(z.object({ keys: felts, data: felts })),
  /** A contract can catch the failure of a call. Nothing of that call stays. */
  is_reverted: z.boolean().nullish(),
});

const failed = z.object({ revert_reason: z.string() });

/** @returns Undefined if the trace is malformed. */
function movesIn(root: unknown): TokenMove[] | undefined {
  const moves: TokenMove[] = [];
  const left = [root];
  while (left.length > 0) {
    const read = invocation.safeParse(left.pop());
    if (!read.success) return undefined;
    const { contract_address: contract, calls, events, is_reverted: isReverted } = read.data;
    if (isReverted === true) continue;
    for (const event of events) {
      const move = readTransferEvent({ contract, ...event });
      if (move !== undefined) moves.push(move);
    }
    left.push(...calls);
  }
  return moves;
}

const simulated = z
  .tuple([z.object({ transaction_trace: z.object({ execute_invocation: z.unknown() }) })])
  .transform(([{ transaction_trace: trace }], refinement): Simulated => {
    // A transaction that fails is no error: its trace has a reason in place of its calls.
    const reverted = failed.safeParse(trace.execute_invocation);
    if (reverted.success)
      return { ok: false, reason: reasonOf({ code: 0, message: '', data: reverted.data.revert_reason }) };
    const moves = movesIn(trace.execute_invocation);
    if (moves === undefined) refinement.addIssue('not a trace');
    return { ok: true, moves: moves ?? [] };
  });

function simulation(transaction: RpcTransaction): FallibleCall<Simulated> {
  return askable(
    'starknet_simulateTransactions',
    {
      transactions: [{ ...transaction, signature: [] }],
      simulation_flags: ['SKIP_VALIDATE', 'SKIP_FEE_CHARGE'],
      block_id: latestState,
    },
    simulated,
    { codes: [errorCode.transactionExecutionError], maxBytes: largeAnswer },
  );
}

/**
 * Asks which tokens a transaction would move. The account's check of the signature is left out, and the fee is not charged, so all that moves is what the
 * transaction does.
 *
 * @param plan - With bounds of 0. Its nonce must be the next one of the account.
 * @throws UpstreamError if no node could do it.
 */
export async function simulate(plan: StarknetPlan, operation: Operation): Promise<Simulated> {
  const { outcome } = await ask(operation, { outcome: simulation(rpcTransaction(plan, queryVersion)) });
  return outcome.ok ? outcome.value : { ok: false, reason: reasonOf(outcome.error) };
}
