import {
  type CompletedData,
  type Operation,
  parseAmount,
  RejectedAnswer,
  type RpcOutcome,
  type SignedTransaction,
  UpstreamError,
} from '@isochain/core';
import { ask } from './ask.ts';
import { toMessageBytes } from './assemble.ts';
import type { SolanaContext } from './chains.ts';
import { describeRefusal, type Failure, refusal } from './failures.ts';
import { rpc } from './rpc.ts';

/**
 * Sends a signed transaction. Idempotent: a transaction is carried out once at most, so the same bytes may go to endpoint after endpoint, and
 * what the chain already has answers its id, whether it succeeded or failed there. Before anything is called a failure, it is looked up.
 *
 * @param endpoints - Names of the endpoints, to look a transaction up at each.
 * @returns The id: the signature in base58.
 * @throws RefusedError a `broadcast.*` code; UpstreamError when no endpoint answered and none knows the transaction.
 */
export async function submit(
  context: SolanaContext,
  endpoints: readonly string[],
  signed: SignedTransaction,
  data: CompletedData,
  operation: Operation,
): Promise<string> {
  const { failure, error } = await send(signed, toMessageBytes(data), operation);
  if (failure === undefined && error === undefined) return signed.hash;
  if (failure?.means === 'known') return signed.hash;
  const { isKnown, blockHeight } = await lookUp(context, endpoints, signed.hash, operation);
  if (isKnown) return signed.hash;
  // Nobody can be believed who serves another cluster.
  if (failure === undefined || (error !== undefined && blockHeight === undefined)) throw error;
  const { name } = context.identity;
  if (failure.means !== 'blockhash') throw refusal(failure.means, failure.reason, name);
  // A node that is behind says the same of a blockhash that is too new for it. To encode again would be the wrong advice then.
  throw refusal(isExpired(data, blockHeight) ? 'broadcast.expired' : 'broadcast.nodeBehind', failure.reason, name);
}

/** What became of the sending: nothing to say if a node took it. */
interface Sending {
  /** What a node said against it. */
  readonly failure?: Failure | undefined;
  /** No node's answer stands. */
  readonly error?: UpstreamError;
}

async function send(signed: SignedTransaction, message: Uint8Array, operation: Operation): Promise<Sending> {
  // What a node said that another one may see differently.
  let heard: Failure | undefined;
  const accept = (outcome: RpcOutcome<string>) => {
    if (outcome.ok) {
      if (outcome.value !== signed.hash) throw new RejectedAnswer('it answered the id of another transaction');
      return;
    }
    const failure = describeRefusal(outcome.error, message);
    if (failure.means !== 'blockhash' && failure.means !== 'broadcast.congested') return;
    heard = failure;
    throw new RejectedAnswer(`it says ${failure.means}`, 'unavailable');
  };
  try {
    const outcome = await operation.tryRpc(rpc.sendTransaction(signed.raw), { write: 'idempotent', accept });
    return outcome.ok ? {} : { failure: describeRefusal(outcome.error, message) };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    // A timeout may have come after a node took the transaction: then it is found.
    return { failure: heard, error };
  }
}

/** Endpoints that do not answer do not count: what another one said of the transaction stands. */
async function lookUp(
  context: SolanaContext,
  endpoints: readonly string[],
  hash: string,
  operation: Operation,
): Promise<{ isKnown: boolean; blockHeight: bigint | undefined }> {
  let highest: bigint | undefined;
  for (const endpoint of endpoints) {
    const questions = { statuses: rpc.signatureStatuses([hash]), blockHeight: rpc.blockHeight() };
    const answers = await ask(context, operation, questions, endpoint).catch(() => undefined);
    if (answers === undefined) continue;
    if ((answers.statuses[0] ?? null) !== null) return { isKnown: true, blockHeight: answers.blockHeight };
    if (highest === undefined || answers.blockHeight > highest) highest = answers.blockHeight;
  }
  return { isKnown: false, blockHeight: highest };
}

/** A durable nonce that is not known any more was used: by another transaction, or to take this one back. */
function isExpired({ params }: CompletedData, blockHeight: bigint | undefined): boolean {
  const { lastValidBlockHeight } = (params ?? {}) as { lastValidBlockHeight?: string };
  const last = parseAmount(lastValidBlockHeight ?? '');
  return last === undefined || (blockHeight !== undefined && blockHeight > last);
}
