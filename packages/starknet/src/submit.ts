import { refuse, requireMoving, type SignedTransaction, UpstreamError } from '@isochain/core';
import {
  ask,
  cleanReason,
  isKnownAnywhere,
  type Operation,
  RejectedAnswer,
  type RpcOutcome,
  sendToAll,
  silent,
} from '@isochain/core/upstream';
import type { RpcTransaction } from './bytes/rpc-transaction.ts';
import type { StarknetPlan } from './bytes/transaction.ts';
import type { StarknetContext } from './context.ts';
import { type Meaning, meaningOf } from './failures.ts';
import type { FeltHex } from './felt.ts';
import { addTransaction, statusOf } from './upstream/broadcast.ts';

/** How long a broadcast waits to hear whether the chain moves, in milliseconds. */
const patienceMs = 3_000;

/** A node's refusal of a transaction. */
interface Refusal {
  readonly endpoint: string;
  readonly means: Exclude<Meaning, 'known'>;
  /** The node's own words. */
  readonly message: string;
}

/**
 * Sends a signed transaction to all nodes at once. It is sent as soon as one node takes it, or has it already. Idempotent: a nonce is used only once, so the
 * same bytes may go everywhere, and a transaction that the chain already has answers its hash, whether it succeeded or failed. Before a failure is reported,
 * every node is asked for the transaction.
 *
 * @returns The hash: hex with 0x, without leading zeros. It is ours, never what a node says.
 * @throws RefusedError a `broadcast.*` code, or `chain.standsStill`. UpstreamError if no node gave a usable answer and none knows the transaction:
 *   `maybeSent` says that one may have taken it all the same.
 */
export async function submit(
  context: StarknetContext,
  signed: SignedTransaction,
  _plan: StarknetPlan,
  operation: Operation,
): Promise<string> {
  const hash = signed.hash as FeltHex;
  if (!context.blockAge.isMoving()) {
    // A node that does not answer this may still take a transaction.
    await silent(ask(operation, {}, { timeoutMs: patienceMs }));
    requireMoving(context, operation);
  }
  const endpoints = context.endpointsOf('node');
  const transaction = JSON.parse(signed.raw) as RpcTransaction;
  const { isTaken, refusals, failures } = await sendToAll<string, Refusal>(
    operation,
    endpoints,
    async (endpoint, maxAttempts) => {
      const accept = (outcome: RpcOutcome<FeltHex>) => {
        if (outcome.ok && outcome.value !== hash)
          throw new RejectedAnswer('it answered the hash of another transaction');
      };
      const asked = { endpoint, maxAttempts, write: 'idempotent', accept } as const;
      const outcome = await operation.tryRpc(addTransaction(transaction), asked);
      if (outcome.ok) return 'taken';
      const means = meaningOf(outcome.error) ?? 'broadcast.refused';
      return means === 'known' ? 'taken' : { refused: { endpoint, means, message: outcome.error.message } };
    },
  );
  const isKnown = () =>
    isKnownAnywhere(endpoints, async (endpoint, maxAttempts) => {
      const { status } = await ask(operation, { status: statusOf(hash) }, { endpoint, maxAttempts });
      return status.ok;
    });
  if (isTaken || (await isKnown())) return hash;
  const [refusal] = refusals;
  if (refusal === undefined) throw UpstreamError.joined(context.chainId, failures);
  throw refuse('broadcast.refused', { reason: cleanReason(refusal.message) }, 'transaction');
}
