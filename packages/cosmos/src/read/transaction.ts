import type { ReadTransaction } from '@isochain/core';
import { type HttpAnswer, largeAnswer, type Operation, RejectedAnswer, silent } from '@isochain/core/upstream';
import * as z from 'zod';
import type { CosmosContext } from '../context.ts';
import { type FoundTransaction, transactionAnswer } from '../upstream/lcd/transaction-answer.ts';
import { grpcCodes, lcdError } from '../upstream/lcd/transactions.ts';
import { readHead } from '../upstream/tx-search.ts';
import { withConfirmations } from './confirmations.ts';
import { listedTokens, nameTokens, type TokenOptions } from './names.ts';
import { readParts } from './parse-transaction.ts';

const notFound = lcdError.extend({ code: z.literal(grpcCodes.notFound) });

type Answer = HttpAnswer<FoundTransaction, z.output<typeof notFound>>;

/**
 * Reads one transaction. Many nodes keep only the newest blocks, so the others are asked, all at the same time, if the first does not have it.
 *
 * @param id - The hash in hex, in upper case.
 * @param options.tokens - The operator's tokens, for tickers.
 * @returns Undefined if no node has it: never sent, not in a block yet, or of another chain.
 * @throws UpstreamError if no endpoint answered.
 */
export async function readTransaction(
  context: CosmosContext,
  id: string,
  operation: Operation,
  options: TokenOptions = {},
): Promise<ReadTransaction | undefined> {
  const toRead = async ({ value, headers }: Extract<Answer, { ok: true }>): Promise<ReadTransaction> => {
    const parts = readParts(context, value, { isListed: await listedTokens(context, options) });
    const parsed = parts.parsed(await nameTokens(context, options, parts.tokens, operation));
    return { parsed: withConfirmations(parsed, value.blockHeight, readHead(headers)), raw: value.raw };
  };
  const request = {
    path: `/cosmos/tx/v1beta1/txs/${id}`,
    route: '/cosmos/tx/v1beta1/txs/{hash}',
    maxBytes: largeAnswer,
    schema: transactionAnswer,
    refusals: { statuses: [404], schema: notFound },
  };
  const accept = (answer: Answer) => {
    if (answer.ok && answer.value.hash !== id) throw new RejectedAnswer('it answers another transaction');
  };
  const asked = { kind: 'rest', accept };
  const first = await operation.http(request, asked);
  if (first.ok) return toRead(first);
  const others = operation.status().filter(({ kind }) => kind === 'rest');
  if (others.length < 2) return undefined;
  const answers = await Promise.all(
    others.map(({ name: endpoint }) => silent(operation.http(request, { ...asked, endpoint, maxAttempts: 1 }))),
  );
  const found = answers.find((answer) => answer?.ok === true);
  return found?.ok === true ? toRead(found) : undefined;
}
