import { ask, type Operation, optional, silent } from '@isochain/core/upstream';
import { type Address, toChecksum } from '../../address.ts';
import type { EvmContext } from '../../context.ts';
import { feeModels } from '../../fees/fee-models.ts';
import { planReads } from '../../upstream/contract-reads.ts';
import { type NodeTransaction, type Receipt, rpc } from '../../upstream/rpc.ts';
import { readTicker, tickerRead } from '../../upstream/token-facts.ts';
import type { Assets } from '../movements.ts';
import type { Group } from './merge.ts';

/** What a node tells of a transaction that an explorer lists. */
export interface Looked {
  readonly transaction: NodeTransaction;
  readonly receipt: Receipt;
}

/** What a node tells of a page. */
export interface LookedUp {
  /** By hash. */
  readonly transactions: ReadonlyMap<string, Looked>;
  /** Tickers of tokens that the explorer does not name. */
  readonly tickers: ReadonlyMap<Address, string>;
}

/**
 * Asks a node, in one round, for what an explorer does not tell of the transactions of a page: fees of transactions of others, what wrapping brought,
 * and the rest of rows that do not fit. So an entry says the same as `/transaction` does. A node that gives no answer fails nothing.
 *
 * @param unnamed - Tokens whose tickers to ask for.
 */
export async function lookUp(
  context: EvmContext,
  groups: readonly Group[],
  unnamed: readonly Address[],
  assets: Pick<Assets, 'isWrapped'>,
  operation: Operation,
): Promise<LookedUp> {
  const wanted = groups.filter((group) => isWanted(context, group, assets));
  const plan = planReads(context, unnamed.map(tickerRead));
  const questions = Object.fromEntries(
    wanted.flatMap(({ hash }) => [
      [`transaction ${hash}`, optional(rpc.transaction(hash))],
      [`receipt ${hash}`, optional(rpc.receipt(hash))],
    ]),
  );
  const transactions = new Map<string, Looked>();
  const tickers = new Map<Address, string>();
  if (wanted.length === 0 && unnamed.length === 0) return { transactions, tickers };
  const answers = await silent(ask(operation, { ...questions, ...plan.questions }));
  if (answers === undefined) return { transactions, tickers };
  const told: Readonly<Record<string, unknown>> = answers;
  for (const { hash } of wanted) {
    const transaction = answerOf<NodeTransaction>(told[`transaction ${hash}`]);
    const receipt = answerOf<Receipt>(told[`receipt ${hash}`]);
    if (transaction !== undefined && receipt !== undefined) transactions.set(hash, { transaction, receipt });
  }
  const results = await plan.results(told, operation);
  for (const [i, token] of unnamed.entries()) tickers.set(token, readTicker(results[i]));
  return { transactions, tickers };
}

/** What the question's schema made of an answer. */
function answerOf<T>(outcome: unknown): T | undefined {
  const { ok, value } = outcome as { ok: boolean; value?: { value: T | null } };
  return ok ? (value?.value ?? undefined) : undefined;
}

/** A plain payment, with its fee, is told in full by its row. */
function isWanted(context: EvmContext, group: Group, { isWrapped }: Pick<Assets, 'isWrapped'>): boolean {
  const { transaction: row, block, isCut, odd } = group;
  if (block === undefined || isCut) return false;
  if (row === undefined || odd.length > 0 || row.fee === undefined) return true;
  const isPlain = row.input === '0x' && row.value > 0n && row.to !== undefined && !isWrapped(toChecksum(row.to));
  return !isPlain || feeModels[context.chain.feeClass].oracle !== undefined;
}
