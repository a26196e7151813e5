import type { ParsedTransaction, ReadTransaction } from '@isochain/core';
import type { AssetOf } from '@isochain/core/movements';
import { type Operation, RejectedAnswer } from '@isochain/core/upstream';
import type { TronContext } from '../context.ts';
import { type Answers, ask } from '../upstream/ask.ts';
import { checkBlockTime, checkPast } from '../upstream/block-time.ts';
import { latestBlock, solidBlock } from '../upstream/queries/blocks.ts';
import { minedTransaction, pendingTransaction, transactionOutcome } from '../upstream/queries/transactions.ts';
import { assetsOf, namelessIn, rememberTokens, type TokenOptions } from './names.ts';
import { parseTransaction } from './parse-transaction.ts';

/** What one endpoint is asked about a transaction. */
const questions = (id: string) => ({
  mined: minedTransaction(id),
  outcome: transactionOutcome(id),
  pending: pendingTransaction(id),
  head: latestBlock,
  solid: solidBlock,
});

type Found = Answers<ReturnType<typeof questions>>;

/** Tokens that are looked up, each with three requests at most. Our own choice: few transactions move more. */
const mostNames = 8;

/**
 * Reads one transaction in one round, and in a second one what tokens call themselves that nobody has asked for yet. What was signed is proven by its id; what came of it is what the endpoint says.
 *
 * @param id - In lower-case hex.
 * @param options.tokens - The operator's tokens, for tickers.
 * @returns Undefined if the node does not know the transaction: never sent, or expired.
 * @throws UpstreamError if no endpoint gave a usable answer.
 */
export async function readTransaction(
  context: TronContext,
  options: TokenOptions,
  id: string,
  operation: Operation,
): Promise<ReadTransaction | undefined> {
  const asked = questions(id);
  const names = Object.keys(asked);
  const toFound = (values: readonly unknown[]) =>
    Object.fromEntries(names.map((name, i) => [name, values[i]])) as unknown as Found;
  const found = await ask(asked, operation, { accept: (values) => checkAnswers(toFound(values)) });
  const { outcome, head } = found;
  const known = found.mined ?? found.pending;
  if (known === undefined) return undefined;
  const isFailed = outcome?.isFailed === true || known.isFailed;
  const state = stateOf(found, isFailed);
  const read = (assetOf: AssetOf) =>
    parseTransaction({ id, content: known.content, outcome: outcome && { ...outcome, isFailed }, state }, assetOf);
  await rememberTokens(context, namelessIn(context, options, new Map(), read), mostNames, operation);
  const parsed = read(assetsOf(context, options));
  const confirmations = outcome === undefined ? 0n : BigInt(head.number) - outcome.block + 1n;
  return {
    parsed: { ...parsed, ...(confirmations > 0n ? { confirmations: confirmations.toString() } : {}) },
    raw: { transaction: known.raw, info: outcome?.raw ?? null },
  };
}

/** @throws RejectedAnswer if the answers cannot all be true. */
function checkAnswers({ mined, pending, outcome, head }: Found): void {
  if (outcome === undefined) return;
  const known = mined ?? pending;
  if (known === undefined) throw new RejectedAnswer('it says what came of a transaction that it does not know');
  checkBlockTime(outcome.time, known.content.expiration);
  checkPast(outcome.time, head.timestamp);
}

/**
 * A block that takes the transaction may still come from another node until a solid block is later than the expiration. Before that, a transaction
 * that did not happen must not pass for failed: the sender would send again.
 */
function stateOf({ mined, outcome, pending, head, solid }: Found, isFailed: boolean): ParsedTransaction['state'] {
  if (isFailed) return 'failed';
  if (outcome !== undefined) return outcome.block <= BigInt(solid.number) ? 'confirmed' : 'unconfirmed';
  if (mined !== undefined) return 'unconfirmed';
  const { expiration = 0 } = pending?.content ?? {};
  if (head.timestamp < expiration) return 'pending';
  return solid.timestamp < expiration ? 'unknown' : 'failed';
}
