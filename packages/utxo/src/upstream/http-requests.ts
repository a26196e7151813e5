import { atMost } from '@isochain/core';
import { type HttpRequest, type Operation, RejectedAnswer, type RequestOptions } from '@isochain/core/upstream';
import type { RawTransaction } from '../bytes/raw-transaction.ts';
import type { NodeRefusal } from '../failures.ts';
import type { Progress, SendOutcome } from './backend.ts';

// Code for all REST interfaces.

/** How many requests public servers allow side by side: Blockstream/esplora, contrib/nginx.conf.in takes 5 a second; trezor/blockbook, docs/env. */
export const parallelRequests = 4;

/** How requests to one kind of endpoint are made. */
export interface KindOptions {
  readonly kind: string;
}

/**
 * A path and its pattern, for logs and metrics.
 *
 * @param values - The values for the pattern, checked before or encoded.
 */
export function pathOf(
  route: string,
  ...values: readonly (string | number)[]
): { readonly path: string; readonly route: string } {
  const rest = [...values];
  return { path: route.replace(/\{\w+\}/g, () => String(rest.shift())), route };
}

/** @throws RejectedAnswer if the answer is another transaction. */
export function requireSame(txid: string | undefined, answered: string): void {
  if (answered !== txid) throw new RejectedAnswer('it answers another transaction');
}

/** Reads transactions without their witnesses. Each is checked against its id. */
export async function readPrevious(
  txids: readonly string[],
  requestOf: (txid: string) => HttpRequest<RawTransaction>,
  options: KindOptions,
  operation: Operation,
  progress?: Progress,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  await atMost(parallelRequests, txids, async (txid) => {
    if (progress?.isOver() === true) return;
    const accept = ({ value }: { readonly value: RawTransaction }) => requireSame(txid, value.txid);
    const { value } = await operation.http(requestOf(txid), { ...options, accept });
    found.set(txid, value.bytes);
    progress?.found(txid, value.bytes);
  });
  return found;
}

/** Sends a transaction to one endpoint. */
export async function sendTo(
  asked: Pick<RequestOptions, 'endpoint' | 'maxAttempts'>,
  request: HttpRequest<string, NodeRefusal>,
  options: KindOptions,
  operation: Operation,
): Promise<SendOutcome> {
  const answer = await operation.http(request, { ...options, ...asked, write: 'idempotent' });
  return answer.ok ? { ok: true, txid: answer.value } : { ok: false, ...answer.error };
}
