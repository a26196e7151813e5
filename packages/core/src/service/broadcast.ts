import { refuse } from '../errors.ts';
import type { ChainAdapter, SignedTransaction } from '../family.ts';
import type { EncodedItem } from '../schema/encoded.ts';
import type { CompletedData } from '../schema/transaction-data.ts';
import { canonicalJson } from './canonical-json.ts';
import { verifyChecksum } from './checksum.ts';
import { checkIntent, parseCompletedData, parseEncoded } from './intent.ts';

/** What broadcast takes, not yet trusted in any way. */
export interface BroadcastInput {
  readonly data: unknown;
  readonly encoded: unknown;
  readonly signature: unknown;
}

/**
 * Everything that stands between a broadcast request and the network: the data is what encode returned, the encoded items are what the
 * data encodes to, the signature is the sender's. No network.
 *
 * @returns What is to be sent, and the data without the checksum.
 */
export async function checkBroadcast(
  adapter: ChainAdapter,
  input: BroadcastInput,
): Promise<{ signed: SignedTransaction; data: CompletedData }> {
  const received = parseCompletedData(input.data);
  // Earlier clients of services with this interface send the first raw transaction alone.
  const encoded = typeof input.encoded === 'string' ? input.encoded : parseEncoded(input.encoded);
  if (typeof input.signature !== 'string' || input.signature.trim() === '') {
    throw refuse(
      'request.invalid',
      { field: 'transaction.signature', expected: 'must be a string' },
      'transaction.signature',
    );
  }
  const data = unseal(adapter, received);
  const items = adapter.assemble(data);
  if (typeof encoded !== 'string') requireSameItems(items, encoded);
  else if (encoded !== items[0]?.raw?.value) throw refuse('encoded.mismatch', {}, 'transaction.encoded');
  return { signed: await adapter.finalize(data, items, input.signature.trim()), data };
}

/** Checks that data is what encode returned, and takes the checksum off. */
export function unseal(adapter: ChainAdapter, received: CompletedData): CompletedData {
  const data = verifyChecksum(received);
  if (data === undefined) {
    throw refuse('data.altered', { reason: 'it does not match params.checksum' }, 'transaction.data');
  }
  // The concrete amount stands beside useMaxAmount by now, which encode itself would refuse.
  checkIntent(adapter, { ...data, useMaxAmount: false } as CompletedData);
  return data;
}

/** @throws RefusedError `encoded.mismatch` */
export function requireSameItems(expected: readonly EncodedItem[], received: readonly EncodedItem[]): void {
  if (canonicalJson(expected) !== canonicalJson(received)) throw refuse('encoded.mismatch', {}, 'transaction.encoded');
}
