import { proven, refuse, requireMoving, type SignedTransaction, UpstreamError } from '@isochain/core';
import {
  ask,
  cleanReason,
  isKnownAnywhere,
  type Operation,
  RejectedAnswer,
  type RpcOutcome,
  sendToAll,
  servesAnotherChain,
  silent,
  type Verdict,
} from '@isochain/core/upstream';
import type { Hex } from './address.ts';
import type { EvmContext } from './context.ts';
import { type Meaning, meaningOf, mostTelling, refusal } from './failures.ts';
import type { Plan } from './types.ts';
import { findNonceUser } from './upstream/nonce-user.ts';
import { rpc } from './upstream/rpc.ts';

/** How long a broadcast waits to hear whether the chain moves, in milliseconds. */
const patienceMs = 3_000;

/**
 * Sends a signed transaction to all endpoints at once. It is sent as soon as one endpoint takes it, or has it already. Idempotent: the same bytes can
 * never spend twice, so they may go everywhere, and a transaction that the chain already knows answers its hash. Before a failure is reported, every
 * endpoint is asked for the transaction. A nonce is reported as used only if the transaction that used it was found.
 *
 * Nothing is sent while the chain stands still. It is asked whether it does only if no young block was seen lately: encode sees one.
 *
 * @param endpoints - Names of the nodes.
 * @returns The hash, 0x and lower-case hex.
 * @throws RefusedError a `broadcast.*` code, or `chain.standsStill`. Core lets a refusal stand only if no endpoint may have the transaction.
 *   UpstreamError if no endpoint gave a usable answer and none knows the transaction: `maybeSent` says that one may have taken it all the same.
 *   UpstreamError also if nodes call the nonce used and nobody shows what used it: it may be this very transaction.
 */
export async function submit(
  context: EvmContext,
  endpoints: readonly string[],
  signed: SignedTransaction,
  plan: Plan,
  operation: Operation,
): Promise<string> {
  const { hash } = signed;
  const nonce = plan.nonce.toString();
  if (!context.blockAge.isMoving()) {
    // A node that does not answer this may still take a transaction.
    await silent(ask(operation, {}, { timeoutMs: patienceMs }));
    requireMoving(context, operation);
  }
  const { isTaken, refusals, failures } = await sendToAll(operation, endpoints, (endpoint, maxAttempts) =>
    send(signed, operation, { endpoint, maxAttempts }),
  );
  if (isTaken || (await isKnown(endpoints, hash, operation))) return hash;

  const claims = refusals.filter(({ means }) => means === 'broadcast.nonceUsed');
  const [claim] = claims;
  if (claim !== undefined) {
    const found = await findNonceUser(
      claims.map(({ endpoint }) => endpoint),
      { sender: plan.from, nonce: BigInt(plan.nonce) },
      operation,
    );
    if (found === hash) return hash;
    if (found !== undefined)
      throw proven(refuse('broadcast.nonceUsed', { nonce, transaction: found }, 'transaction'), 'another');
    throw UpstreamError.joined(context.chainId, failures, { doubt: cleanReason(claim.message), hash, maybeSent: true });
  }

  const failure = mostTelling(refusals);
  if (failure !== undefined) {
    throw refusal(failure.means, failure.message, { nonce, hash, chain: context.identity.name });
  }
  const attempts = failures.flatMap((error) => error.attempts);
  const isFull = attempts.length > 0 && attempts.every(({ detail }) => detail === poolIsFull);
  if (isFull) throw refuse('broadcast.congested', { chain: context.identity.name }, 'transaction');
  throw UpstreamError.joined(context.chainId, failures);
}

/** A node's refusal of a transaction. */
interface Refusal {
  readonly endpoint: string;
  readonly means: Exclude<Meaning, 'known'>;
  /** The node's own words. */
  readonly message: string;
}

async function send(
  { raw, hash }: SignedTransaction,
  operation: Operation,
  asked: { readonly endpoint: string; readonly maxAttempts: number | undefined },
): Promise<Verdict<Refusal>> {
  const accept = (outcome: RpcOutcome<Hex>) => acceptAnswer(outcome, hash);
  const outcome = await operation.tryRpc(rpc.sendRawTransaction(raw as Hex), { ...asked, write: 'idempotent', accept });
  if (outcome.ok) return 'taken';
  const { message } = outcome.error;
  const means = meaningOf(message);
  if (means === 'known') return 'taken';
  return { refused: { endpoint: asked.endpoint, means, message }, mayHave: means === 'broadcast.refused' };
}

const poolIsFull = 'its pool is full';

/** Rejects answers that say something about the endpoint: it is full, serves another chain, or lies. */
function acceptAnswer(outcome: RpcOutcome<Hex>, hash: string): void {
  if (outcome.ok) {
    if (outcome.value !== hash) throw new RejectedAnswer('it answered the hash of another transaction');
    return;
  }
  const { message } = outcome.error;
  if (/invalid chain ?id|wrong chain ?id/i.test(message)) {
    throw servesAnotherChain();
  }
  if (meaningOf(message) === 'broadcast.congested') {
    throw new RejectedAnswer(poolIsFull, 'unavailable', { unprocessed: true });
  }
}

/** Whether an endpoint knows the transaction. An endpoint that does not answer does not count. */
function isKnown(endpoints: readonly string[], hash: string, operation: Operation): Promise<boolean> {
  return isKnownAnywhere(endpoints, async (endpoint, maxAttempts) => {
    const questions = { transaction: rpc.transaction(hash) };
    const { transaction } = await ask(operation, questions, { endpoint, maxAttempts });
    return transaction.value !== null;
  });
}
