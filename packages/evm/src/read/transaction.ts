import type { ReadTransaction } from '@isochain/core';
import { ask, type Operation } from '@isochain/core/upstream';
import type { Address } from '../address.ts';
import type { EvmContext } from '../context.ts';
import type { EvmOptions } from '../options.ts';
import { type KnownToken, knownTokens } from '../token-lists/known-tokens.ts';
import { planReads } from '../upstream/contract-reads.ts';
import { rpc } from '../upstream/rpc.ts';
import { factReads, readFacts, type TokenFacts } from '../upstream/token-facts.ts';
import { parseTransaction } from './parse-transaction.ts';
import { movedTokens, type TokenTransfer } from './transfers.ts';

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
  const receipt = answers.receipt.value;
  if (transaction === null) return undefined;
  const known = await knownTokens(context, options);
  const contracts = unknownTokens(movedTokens(transaction, receipt), known);
  const mined =
    receipt === null ? null : { ...receipt, blockTimestamp: receipt.blockTimestamp ?? transaction.blockTimestamp };
  const { timestamp, tokens } = await readDetails(context, mined, contracts, operation);
  for (const token of known) tokens.set(token.id, token);
  const parsed = parseTransaction(context, { transaction, receipt, timestamp, head: answers.head, tokens });
  return { parsed, raw: { transaction: answers.transaction.raw, receipt: answers.receipt.raw } };
}

/** Contracts of moved tokens that are not known. */
export function unknownTokens(transfers: readonly TokenTransfer[], known: readonly KnownToken[]): Address[] {
  const moved = new Set(transfers.map(({ token }) => token));
  for (const { id } of known) moved.delete(id);
  return [...moved];
}

/**
 * Reads what the first answer lacked: the block's time, which only newer nodes put into receipts and transactions, and the facts of unknown tokens.
 */
export async function readDetails(
  context: EvmContext,
  receipt: { readonly blockNumber: bigint; readonly blockTimestamp?: bigint | null | undefined } | null,
  contracts: readonly Address[],
  operation: Operation,
): Promise<{ timestamp: bigint | undefined; tokens: Map<string, TokenFacts> }> {
  const stamped = receipt?.blockTimestamp ?? undefined;
  const needsBlock = receipt !== null && stamped === undefined;
  const plan = planReads(context, contracts.flatMap(factReads));
  const tokens = new Map<string, TokenFacts>();
  if (!needsBlock && contracts.length === 0) return { timestamp: stamped, tokens };
  const answers = await ask(operation, {
    ...(needsBlock ? { block: rpc.block(receipt.blockNumber) } : {}),
    ...plan.questions,
  });
  const results = await plan.results(answers, operation);
  contracts.forEach((contract, i) => {
    const facts = readFacts(results.slice(3 * i, 3 * i + 3));
    if (facts !== undefined) tokens.set(contract, facts);
  });
  return { timestamp: stamped ?? answers.block?.timestamp, tokens };
}
