import {
  type CompletedData,
  type Operation,
  RejectedAnswer,
  type RpcOutcome,
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
 * @returns The hash, 0x and lower-case hex.
 * @throws RefusedError a `broadcast.*` code; UpstreamError when no endpoint answered and none knows the transaction.
 */
export async function submit(
  context: EvmContext,
  signed: SignedTransaction,
  data: CompletedData,
  operation: Operation,
): Promise<string> {
  const outcome = await send(context, signed, operation);
  if (outcome.ok) return signed.hash;
  const { message } = outcome.error;
  const means = meaningOf(message);
  if (means === 'known' || (await isKnown(context, signed.hash, operation))) return signed.hash;
  throw refusal(means, message, data.nonce ?? '', context.identity.name);
}

/** A timeout may have come after the node took the transaction: whether it did is looked up before anything is called a failure. */
async function send(context: EvmContext, signed: SignedTransaction, operation: Operation): Promise<RpcOutcome<Hex>> {
  try {
    return await operation.tryRpc(rpc.sendRawTransaction(signed.raw as Hex), {
      write: 'idempotent',
      accept: acceptAnswer,
    });
  } catch (error) {
    if (!(error instanceof UpstreamError) || !(await isKnown(context, signed.hash, operation).catch(() => false)))
      throw error;
    return { ok: true, value: signed.hash as Hex };
  }
}

/** Answers that speak of the endpoint: it is full, or serves another chain. Another endpoint may take the transaction. */
function acceptAnswer(outcome: RpcOutcome<Hex>): void {
  if (outcome.ok) return;
  const { message } = outcome.error;
  if (/invalid chain ?id|wrong chain ?id/i.test(message)) throw new RejectedAnswer('it serves another chain');
  const means = meaningOf(message);
  if (means === 'broadcast.congested') throw new RejectedAnswer('its pool is full', 'unavailable');
}

async function isKnown(context: EvmContext, hash: string, operation: Operation): Promise<boolean> {
  const { transaction } = await ask(context, operation, { transaction: rpc.transaction(hash) });
  return transaction.value !== null;
}
