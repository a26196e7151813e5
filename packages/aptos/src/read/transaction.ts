import type { ReadTransaction } from '@isochain/core';
import { type Operation, silent } from '@isochain/core/upstream';
import type { AptosContext } from '../context.ts';
import { askOne } from '../upstream/ask.ts';
import { blockAt, type ReadFromLedger, transactionById } from '../upstream/queries/transactions.ts';
import { tokensOf } from './movements.ts';
import { type NamingContext, readNames, type TokenOptions } from './names.ts';
import { parseTransaction } from './parse-transaction.ts';

/**
 * Reads one transaction in one round, and its block in a second: nodes do not tell the block of a transaction with it. What was signed is proven by its id, if
 * the call is one that is understood. What came of it is what the node says.
 *
 * @param id - In lower-case hex with 0x.
 * @param options.tokens - The operator's tokens, for tickers.
 * @returns Undefined if no node knows the transaction: never sent, dropped from the mempool, or older than the history that nodes keep.
 * @throws UpstreamError if no node gave a usable answer.
 */
export async function readTransaction(
  context: NamingContext & Pick<AptosContext, 'endpointsOf' | 'now'>,
  options: TokenOptions,
  id: string,
  operation: Operation,
): Promise<ReadTransaction | undefined> {
  const { chain, now } = context;
  const query = transactionById(chain.id, id);
  const found = (await askOne(context, query, operation)) ?? (await askOthers(context, query, operation));
  if (found === undefined) return undefined;
  const { transaction, raw, head, headTime } = found;
  const { outcome } = transaction;
  const [block, names] = await Promise.all([
    // A transaction without its block is better than none.
    outcome && silent(askOne(context, blockAt(outcome.version), operation)),
    readNames(context, options, tokensOf(transaction), operation),
  ]);
  const parsed = parseTransaction(
    {
      transaction,
      block,
      head,
      isExpired: outcome === undefined && isPast(found, Math.min(headTime ?? 0, now())),
    },
    names,
  );
  return { parsed, raw };
}

/** Nodes keep a part of the history, and a transaction that waits needs time to reach all of them. So one node that does not know it proves little. */
async function askOthers(
  context: Pick<AptosContext, 'chain' | 'endpointsOf'>,
  query: ReturnType<typeof transactionById>,
  operation: Operation,
): Promise<ReadFromLedger | undefined> {
  const endpoints = context.endpointsOf('node');
  if (endpoints.length < 2) return undefined;
  const answers = await Promise.all(
    endpoints.map((endpoint) => silent(askOne(context, query, operation, { endpoint, maxAttempts: 1 }))),
  );
  const known = answers.filter((answer) => answer !== undefined);
  return known.find(({ transaction }) => transaction.outcome !== undefined) ?? known[0];
}

/**
 * Whether no block can take a transaction any more: the latest one is of its last second or later (aptos-labs/aptos-core, transaction_validation.move). Both the
 * node's time and ours must be past it: if one of them is wrong, a transaction that may still come must not pass for failed.
 *
 * @param time - Milliseconds since 1970.
 */
function isPast({ transaction: { request } }: ReadFromLedger, time: number): boolean {
  return request !== undefined && BigInt(Math.floor(time / 1_000)) >= request.expiration;
}
