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
 * @returns The id: the signature in base58.
 * @throws RefusedError a `broadcast.*` code; UpstreamError when no endpoint answered and none knows the transaction.
 */
export async function submit(
  context: SolanaContext,
  signed: SignedTransaction,
  data: CompletedData,
  operation: Operation,
): Promise<string> {
  const failure = await send(context, signed, toMessageBytes(data), operation);
  if (failure === undefined || failure.means === 'known') return signed.hash;
  const { isKnown, blockHeight } = await lookUp(context, signed.hash, operation);
  if (isKnown) return signed.hash;
  const { name } = context.identity;
  if (failure.means !== 'blockhash') throw refusal(failure.means, failure.reason, name);
  // A node that is behind says the same of a blockhash that is too new for it. To encode again would be the wrong advice then.
  throw refusal(isExpired(data, blockHeight) ? 'broadcast.expired' : 'broadcast.nodeBehind', failure.reason, name);
}

/** @returns Undefined if a node took it. */
async function send(
  context: SolanaContext,
  signed: SignedTransaction,
  message: Uint8Array,
  operation: Operation,
): Promise<Failure | undefined> {
  // The last that a node said against it, in case that in the end none has a better answer.
  let heard: Failure | undefined;
  const accept = (outcome: RpcOutcome<string>) => {
    if (outcome.ok) return;
    const failure = describeRefusal(outcome.error, message);
    if (failure.means !== 'blockhash' && failure.means !== 'broadcast.congested') return;
    heard = failure;
    throw new RejectedAnswer(`it says ${failure.means}`, 'unavailable');
  };
  try {
    const outcome = await operation.tryRpc(rpc.sendTransaction(signed.raw), { write: 'idempotent', accept });
    return outcome.ok ? undefined : describeRefusal(outcome.error, message);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (heard !== undefined) return heard;
    // A timeout may have come after a node took the transaction.
    const found = await lookUp(context, signed.hash, operation).catch(() => undefined);
    if (found?.isKnown !== true) throw error;
    return undefined;
  }
}

async function lookUp(
  context: SolanaContext,
  hash: string,
  operation: Operation,
): Promise<{ isKnown: boolean; blockHeight: bigint }> {
  const { statuses, blockHeight } = await ask(context, operation, {
    statuses: rpc.signatureStatuses([hash]),
    blockHeight: rpc.blockHeight(),
  });
  return { isKnown: (statuses[0] ?? null) !== null, blockHeight };
}

/** A durable nonce that is not known any more was used, by this transaction's rival or to take it back. */
function isExpired({ params }: CompletedData, blockHeight: bigint): boolean {
  const { lastValidBlockHeight } = (params ?? {}) as { lastValidBlockHeight?: string };
  const last = parseAmount(lastValidBlockHeight ?? '');
  return last === undefined || blockHeight > last;
}
