import type { ReadTransaction } from '@isochain/core';
import { ask, type Operation } from '@isochain/core/upstream';
import type { Address, Hex } from '../address.ts';
import type { EvmContext } from '../context.ts';
import type { EvmOptions } from '../options.ts';
import { type KnownToken, knownTokens } from '../token-lists/known-tokens.ts';
import { planReads } from '../upstream/contract-reads.ts';
import { rpc } from '../upstream/rpc.ts';
import { readTicker, tickerRead } from '../upstream/token-facts.ts';
import { assetsOf, type Movement, tokensIn } from './movements.ts';
import { movementsOf, parseTransaction } from './parse-transaction.ts';
import { needsCode, withStatus } from './receipt-status.ts';

/**
 * Reads one transaction.
 *
 * @param id - Hash with 0x.
 * @returns Undefined if the node does not know the transaction: never sent, dropped, replaced, or of another chain.
 */
export async function readTransaction(
  context: EvmContext,
  options: EvmOptions,
  id: string,
  operation: Operation,
): Promise<ReadTransaction | undefined> {
  const answers = await ask(operation, {
    transaction: rpc.transaction(id),
    receipt: rpc.receipt(id),
    head: rpc.blockNumber(),
  });
  const transaction = answers.transaction.value;
  if (transaction === null) return undefined;
  const found = answers.receipt.value;
  const first = found === null ? null : withStatus(context, transaction, found);
  const known = await knownTokens(context, options);
  const contracts = unknownTokens(movementsOf(transaction, first, assetsOf(context, known, new Map())), known);
  const mined = first && { ...first, blockTimestamp: first.blockTimestamp ?? transaction.blockTimestamp };
  const called = needsCode(transaction, first) ? (transaction.to ?? undefined) : undefined;
  const { timestamp, tickers, code } = await readDetails(context, mined, contracts, operation, called);
  const receipt = first && withStatus(context, transaction, first, { code });
  const assets = assetsOf(context, known, tickers);
  const parsed = parseTransaction(context, { transaction, receipt, timestamp, head: answers.head, assets });
  return { parsed, raw: { transaction: answers.transaction.raw, receipt: answers.receipt.raw } };
}

/** Contracts of moved tokens that are not known. */
export function unknownTokens(movements: readonly Movement[], known: readonly KnownToken[]): Address[] {
  const moved = new Set(tokensIn(movements));
  for (const { id } of known) moved.delete(id);
  return [...moved];
}

/**
 * Reads what the first answer lacked: the block's time, which only newer nodes put into receipts and transactions, and the tickers of unknown tokens.
 *
 * @param called - Whose code to read.
 */
export async function readDetails(
  context: EvmContext,
  receipt: { readonly blockNumber: bigint; readonly blockTimestamp?: bigint | null | undefined } | null,
  contracts: readonly Address[],
  operation: Operation,
  called?: Address,
): Promise<{ timestamp: bigint | undefined; tickers: Map<Address, string>; code?: Hex | undefined }> {
  const stamped = receipt?.blockTimestamp ?? undefined;
  const needsBlock = receipt !== null && stamped === undefined;
  const plan = planReads(context, contracts.map(tickerRead));
  const tickers = new Map<Address, string>();
  if (!needsBlock && contracts.length === 0 && called === undefined) return { timestamp: stamped, tickers };
  const answers = await ask(operation, {
    ...(needsBlock ? { block: rpc.block(receipt.blockNumber) } : {}),
    ...(called === undefined ? {} : { code: rpc.code(called) }),
    ...plan.questions,
  });
  const results = await plan.results(answers, operation);
  for (const [i, contract] of contracts.entries()) tickers.set(contract, readTicker(results[i]));
  return { timestamp: stamped ?? answers.block?.timestamp, tickers, code: answers.code };
}
