import type { ReadTransaction } from '@isochain/core';
import { type Operation, RejectedAnswer, silent } from '@isochain/core/upstream';
import type { StellarContext } from '../context.ts';
import { type Answers, ask } from '../upstream/ask.ts';
import { checkRecords, operationsOf } from '../upstream/queries/operations.ts';
import { transactionById } from '../upstream/queries/transactions.ts';
import { assetsOf } from './names.ts';
import { readNeeded } from './needed-effects.ts';
import { parseTransaction } from './parse-transaction.ts';

const questions = (id: string, passphrase: string) => ({
  found: transactionById(id, passphrase),
  told: operationsOf(id),
});

type Found = Answers<ReturnType<typeof questions>>;

/**
 * Reads one transaction in one round. What was signed is proven by its id. What came of it is what the server says. A claim of a claimable balance, and shares of
 * pools, take a second round: only effects tell their amounts.
 *
 * @param id - In lower-case hex: of a transaction, a fee bump, or the transaction within one.
 * @returns Undefined if no server has the transaction in a ledger. Those that wait are not shown.
 * @throws UpstreamError if no endpoint gave a usable answer.
 */
export async function readTransaction(
  context: Pick<StellarContext, 'chain' | 'chainId' | 'endpoints' | 'identity'>,
  id: string,
  operation: Operation,
): Promise<ReadTransaction | undefined> {
  const asked = questions(id, context.chain.passphrase);
  const accept = (answers: Found) => checkAnswers(answers);
  const first = await ask(asked, operation, { accept });
  const { found, told } = first.found === undefined ? await askOthers(context, asked, operation) : first;
  if (found === undefined) return undefined;
  const { transaction, raw, head } = found;
  const { records = [], raw: operations = [] } = told ?? {};
  const { effects } = (await readNeeded([{ transaction, records }], operation)).get(id) ?? {};
  return {
    parsed: parseTransaction({ transaction, head, records, effects: effects?.list ?? [] }, assetsOf(context)),
    raw: { transaction: raw, operations, ...(effects === undefined ? {} : { effects: effects.raw }) },
  };
}

/** Servers keep a part of the history, and some lag behind. So one server that does not know a transaction proves little. */
async function askOthers(
  { endpoints }: Pick<StellarContext, 'endpoints'>,
  asked: ReturnType<typeof questions>,
  operation: Operation,
): Promise<Partial<Found>> {
  if (endpoints.length < 2) return {};
  const answers = await Promise.all(
    endpoints.map((endpoint) =>
      silent(ask(asked, operation, { endpoint, maxAttempts: 1, accept: (found: Found) => checkAnswers(found) })),
    ),
  );
  return answers.find((answer) => answer?.found !== undefined) ?? {};
}

/** @throws RejectedAnswer if the answers cannot all be true. */
function checkAnswers({ found, told }: Found): void {
  if (found === undefined && (told === undefined || told.count === 0)) return;
  // The two questions may be answered at different times.
  if (found === undefined || told === undefined)
    throw new RejectedAnswer('it has a part of the transaction', 'unavailable');
  const { transaction } = found;
  const { records, count } = told;
  checkRecords(transaction, records);
  const { content } = transaction;
  const isWhole = content === undefined || count === content.operations.length;
  if (!isWhole || records.length > new Set(records.map((record) => record.id)).size)
    throw new RejectedAnswer('it has other operations than the transaction');
}
