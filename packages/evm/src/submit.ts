import {
  type CompletedData,
  type FailedAttempt,
  type Operation,
  RejectedAnswer,
  type RpcOutcome,
  refuse,
  type SignedTransaction,
  UpstreamError,
} from '@isochain/core';
import type { Hex } from './address.ts';
import { ask } from './ask.ts';
import type { EvmContext } from './chains.ts';
import { meaningOf, refusal } from './failures.ts';
import { rpc } from './rpc.ts';

/**
 * Sends a signed transaction. Idempotent: the same bytes can never spend twice, so they may go to endpoint after endpoint, and what the
 * chain already knows answers its hash.
 *
 * @param endpoints - Names of the endpoints, to look a transaction up at each.
 * @returns The hash, 0x and lower-case hex.
 * @throws RefusedError a `broadcast.*` code; UpstreamError when no endpoint answered and none knows the transaction.
 */
export async function submit(
  context: EvmContext,
  endpoints: readonly string[],
  signed: SignedTransaction,
  data: CompletedData,
  operation: Operation,
): Promise<string> {
  const isKnown = () => isKnownAnywhere(context, endpoints, signed.hash, operation);
  const outcome = await send(context, signed, operation, isKnown);
  if (outcome.ok) return signed.hash;
  const { message } = outcome.error;
  const means = meaningOf(message);
  if (means === 'known' || (await isKnown())) return signed.hash;
  // After an attempt that may have gone through, a nonce that is taken may be taken by this very transaction.
  const doubtful = means === 'broadcast.nonceUsed' || means === 'broadcast.nonceTaken' ? failedSends(operation) : [];
  if (doubtful.length > 0) throw new UpstreamError(context.chainId, doubtful, { maybeSent: true });
  throw refusal(means, message, data.nonce ?? '', context.identity.name);
}

/** A timeout may have come after the node took the transaction: whether it did is looked up before anything is called a failure. */
async function send(
  context: EvmContext,
  signed: SignedTransaction,
  operation: Operation,
  isKnown: () => Promise<boolean>,
): Promise<RpcOutcome<Hex>> {
  try {
    const accept = (outcome: RpcOutcome<Hex>) => acceptAnswer(outcome, signed.hash);
    return await operation.tryRpc(rpc.sendRawTransaction(signed.raw as Hex), { write: 'idempotent', accept });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (await isKnown()) return { ok: true, value: signed.hash as Hex };
    const isFull = error.attempts.length > 0 && error.attempts.every(({ detail }) => detail === poolIsFull);
    if (isFull) throw refuse('broadcast.congested', { chain: context.identity.name }, 'transaction', { cause: error });
    throw error;
  }
}

const poolIsFull = 'its pool is full';

/** Answers that speak of the endpoint: it is full, serves another chain, or lies. Another endpoint may take the transaction. */
function acceptAnswer(outcome: RpcOutcome<Hex>, hash: string): void {
  if (outcome.ok) {
    if (outcome.value !== hash) throw new RejectedAnswer('it answered the hash of another transaction');
    return;
  }
  const { message } = outcome.error;
  if (/invalid chain ?id|wrong chain ?id/i.test(message)) throw new RejectedAnswer('it serves another chain');
  if (meaningOf(message) === 'broadcast.congested') throw new RejectedAnswer(poolIsFull, 'unavailable');
}

/** Endpoints that do not answer do not count: what another one said of the transaction stands. */
async function isKnownAnywhere(
  context: EvmContext,
  endpoints: readonly string[],
  hash: string,
  operation: Operation,
): Promise<boolean> {
  for (const endpoint of endpoints) {
    const answers = await ask(context, operation, { transaction: rpc.transaction(hash) }, endpoint).catch(
      () => undefined,
    );
    if (answers?.transaction.value != null) return true;
  }
  return false;
}

/** Attempts to send after which nobody knows what became of the transaction. */
function failedSends({ trace }: Operation): FailedAttempt[] {
  return trace.attempts.flatMap(({ endpoint, request, outcome, detail = '', ms }) =>
    request !== 'eth_sendRawTransaction' || outcome === 'ok' || outcome === 'rateLimited'
      ? []
      : [{ endpoint, outcome, detail, ms }],
  );
}
