import { type ReadTransaction, UpstreamError } from '@isochain/core';
import { firstOf, type Operation } from '@isochain/core/upstream';
import type { TonContext } from '../context.ts';
import type { TonKind } from '../options.ts';
import { askOne } from '../upstream/ask.ts';
import { traceOf, transactionOf } from '../upstream/queries/transactions.ts';
import type { FoundTransaction } from '../upstream/transactions/trace.ts';
import { parseTransaction } from './parse-transaction.ts';
import { namesOf, type TokenOptions } from './tickers.ts';

/**
 * Reads one transaction with what it caused. An index may lag, so the next kind of endpoint is asked too if one does not know it.
 *
 * @param id - In lower-case hex: the normalized hash of a message (what broadcast answers), its plain hash, or the hash of a transaction.
 * @param options.tokens - The operator's tokens, for tickers.
 * @returns Undefined if no index knows it.
 * @throws UpstreamError if no endpoint answered.
 */
export async function readTransaction(
  context: TonContext,
  options: TokenOptions,
  id: string,
  operation: Operation,
): Promise<ReadTransaction | undefined> {
  const found = await firstOf(
    indexKinds(context),
    operation,
    (kind, inTurn) => find({ ...context, kinds: [kind] }, id, inTurn),
    (failures) => UpstreamError.joined(context.chainId, failures),
  );
  if (found === undefined) return undefined;
  return { parsed: parseTransaction(namesOf(context, options), found), raw: found.transaction.raw };
}

/** The kinds that keep an index: toncenter v2 finds nothing by its hash. */
export function indexKinds({ kinds }: Pick<TonContext, 'kinds'>): readonly TonKind[] {
  return kinds.filter((kind) => kind !== 'toncenter-v2');
}

async function find(
  context: Pick<TonContext, 'chainId' | 'kinds'>,
  id: string,
  operation: Operation,
): Promise<FoundTransaction | undefined> {
  const found = await askOne(context, traceOf(id), operation);
  // Airdrops pay thousands of recipients in one trace. Then the transaction alone must do.
  return found === 'tooLarge' ? askOne(context, transactionOf(id), operation) : found;
}
