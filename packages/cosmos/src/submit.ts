import { refuse, requireMoving, type SignedTransaction, UpstreamError } from '@isochain/core';
import { isKnownAnywhere, type Operation, sendToAll, silent, type Verdict } from '@isochain/core/upstream';
import type { CosmosPlan } from './bytes/sign-documents.ts';
import type { CosmosContext } from './context.ts';
import { type Failure, mostTelling, refusal } from './failures.ts';
import { askOne } from './upstream/ask.ts';
import { broadcast, knows } from './upstream/broadcast.ts';
import { network } from './upstream/queries/node.ts';

/**
 * Sends a signed transaction to all endpoints at once. It is sent as soon as one endpoint takes it, or has it already. Idempotent: a sequence number
 * is used only once, so the same bytes may go everywhere. Before a failure is reported, every endpoint is asked for the transaction.
 *
 * @returns The hash: SHA-256 of the signed bytes, in upper-case hex.
 * @throws RefusedError a `broadcast.*` code, or `chain.standsStill`. UpstreamError if no endpoint gave a usable answer and none knows the
 *   transaction: `maybeSent` says that one may have taken it all the same. UpstreamError also if the sequence is used and nobody shows what used it:
 *   it may be this very transaction.
 */
export async function submit(
  context: CosmosContext,
  signed: SignedTransaction,
  { sequence }: Pick<CosmosPlan, 'sequence'>,
  operation: Operation,
): Promise<string> {
  const { chainId } = context;
  const { hash } = signed;
  if (!context.blockAge.isMoving()) {
    // A node that does not answer this may still take a transaction.
    await silent(askOne(context, network, operation));
    requireMoving(context, operation);
  }
  const endpoints = context.kinds.flatMap((kind) => context.endpointsOf(kind).map((endpoint) => ({ kind, endpoint })));
  const { isTaken, refusals, failures } = await sendToAll(operation, endpoints, async (target, maxAttempts) => {
    const failure = await broadcast(signed, { ...target, maxAttempts }, operation);
    return verdictOf(chainId, target.endpoint, failure);
  });
  if (isTaken) return hash;
  const isKnown = await isKnownAnywhere(endpoints, (target, maxAttempts) =>
    knows(hash, { ...target, maxAttempts }, operation),
  );
  if (isKnown) return hash;

  const failure = mostTelling(refusals);
  if (failure === undefined) throw UpstreamError.joined(chainId, failures);
  if (failure.means !== 'sequence') throw refusal(failure);
  const { expected = 0n } = failure.sequences ?? {};
  const nonce = sequence.toString();
  if (expected < sequence) throw refuse('broadcast.nonceGap', { nonce }, 'transaction');
  // This very transaction may have used the sequence.
  throw UpstreamError.joined(chainId, failures, { doubt: failure.reason, hash, maybeSent: true });
}

function verdictOf(chainId: string, endpoint: string, failure: Failure | undefined): Verdict<Failure> {
  if (failure === undefined || failure.means === 'known') return 'taken';
  if (failure.means !== 'elsewhere') return { refused: failure };
  throw new UpstreamError(chainId, [{ endpoint, outcome: 'unavailable', detail: failure.reason, ms: 0 }]);
}
