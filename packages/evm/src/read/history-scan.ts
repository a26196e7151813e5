import { type HistoryPage, type PageRequest, type ReadTransaction, refuse } from '@isochain/core';
import { ask, type Operation } from '@isochain/core/upstream';
import type { EvmContext } from '../context.ts';
import type { EvmOptions } from '../options.ts';
import { knownTokens } from '../token-lists/known-tokens.ts';
import { type BlockWithTransactions, isOdd, rpc } from '../upstream/rpc.ts';
import { assetsOf } from './movements.ts';
import { movementsOf, oddTransaction, parseTransaction } from './parse-transaction.ts';
import { withStatus } from './receipt-status.ts';
import { readDetails, unknownTokens } from './transaction.ts';
import { isMovement, toTopic, transferTopic } from './transfers.ts';
import { untoldCoins } from './untold.ts';

// A node cannot list the transactions of an account. Public chains have explorers for that. A private chain has none, but it is small: its blocks are
// read backwards, a limited number for each page.

/** Blocks that one round trip asks for. */
const blocksPerStep = 20n;

/** A place in the chain. The next page begins strictly below it. */
interface Place {
  readonly block: bigint;
  readonly index: number;
}

interface Match {
  readonly block: BlockWithTransactions;
  readonly index: number;
}

export async function scanHistory(
  context: EvmContext,
  options: EvmOptions & { readonly historyScanBlocks: number },
  account: string,
  { limit, cursor }: PageRequest,
  operation: Operation,
): Promise<HistoryPage> {
  const place = parsePlace(cursor);
  // The cursor comes from a source that is no longer asked, such as an explorer.
  if (cursor !== undefined && place === undefined) throw refuse('page.invalid', {}, 'nextPage');
  const { head } = await ask(operation, { head: rpc.blockNumber() });
  const start = place ?? { block: head, index: Number.POSITIVE_INFINITY };
  // Nothing stands before the first transaction of a block: the page must begin with the block below, or it would never get on.
  const first = start.index === 0 ? start.block - 1n : start.block;
  const lowest = first - BigInt(options.historyScanBlocks) + 1n;
  const end = lowest > 0n ? lowest : 0n;
  const matches: Match[] = [];
  let top = first < head ? first : head;
  while (top >= end && matches.length < limit) {
    const bottom = top - blocksPerStep + 1n > end ? top - blocksPerStep + 1n : end;
    const found = await matchesBetween(account, bottom, top, operation);
    matches.push(...found.filter(({ block, index }) => block.number < start.block || index < start.index));
    dropRepeated(matches);
    top = bottom - 1n;
  }
  const shown = matches.slice(0, limit);
  const last = shown.at(-1);
  const isFull = matches.length >= limit && last !== undefined;
  return {
    transactions: await describe(context, options, shown, head, operation),
    maybeMissing: [untoldCoins],
    next: isFull ? `${last.block.number}:${last.index}` : top >= 0n ? `${top + 1n}:0` : undefined,
  };
}

/** A transaction is in one block, once, whatever a node says. */
function dropRepeated(matches: Match[]): void {
  const seen = new Set<string>();
  const first = matches.filter(({ block, index }) => {
    const id = block.transactions[index]?.value.hash ?? '';
    return !seen.has(id) && seen.add(id);
  });
  matches.splice(0, matches.length, ...first);
}

function parsePlace(cursor: string | undefined): Place | undefined {
  const [, block, index] = /^(\d{1,20}):(\d{1,9})$/.exec(cursor ?? '') ?? [];
  return block === undefined || index === undefined ? undefined : { block: BigInt(block), index: Number(index) };
}

/** Newest first. */
async function matchesBetween(account: string, from: bigint, to: bigint, operation: Operation): Promise<Match[]> {
  const numbers = Array.from({ length: Number(to - from) + 1 }, (_, i) => to - BigInt(i));
  const topic = toTopic(account);
  const answers = await ask(operation, {
    sent: rpc.logs(from, to, [transferTopic, topic]),
    received: rpc.logs(from, to, [transferTopic, null, topic]),
    ...Object.fromEntries(numbers.map((number) => [`block${number}`, rpc.blockWithTransactions(number)])),
  });
  const withTokens = new Set(
    [...answers.sent, ...answers.received].flatMap((log) =>
      log !== undefined && isMovement(log) ? log.transactionHash : [],
    ),
  );
  const lower = account.toLowerCase();
  return numbers.flatMap((number) => {
    const block = (answers as Record<string, unknown>)[`block${number}`] as BlockWithTransactions | null;
    if (block === null) return [];
    return block.transactions
      .map((_, index) => ({ block, index }))
      .filter(({ index }) => {
        const transaction = block.transactions[index]?.value;
        return (
          transaction !== undefined &&
          (transaction.from?.toLowerCase() === lower ||
            transaction.to?.toLowerCase() === lower ||
            withTokens.has(transaction.hash))
        );
      })
      .reverse();
  });
}

async function describe(
  context: EvmContext,
  options: EvmOptions,
  matches: readonly Match[],
  head: bigint,
  operation: Operation,
): Promise<ReadTransaction[]> {
  const found = matches.flatMap(({ block, index }) => {
    const transaction = block.transactions[index];
    return transaction === undefined ? [] : [{ block, transaction }];
  });
  if (found.length === 0) return [];
  const answers = await ask(
    operation,
    Object.fromEntries(found.map(({ transaction }, i) => [`receipt${i}`, rpc.receipt(transaction.value.hash)])),
  );
  const receipts = found.map(({ transaction: { value } }, i) => {
    const { value: receipt = null, raw = null } = answers[`receipt${i}`] ?? {};
    return { receipt: receipt === null || isOdd(value) ? receipt : withStatus(context, value, receipt), raw };
  });
  const known = await knownTokens(context, options);
  const listed = assetsOf(context, known, new Map());
  const contracts = unknownTokens(
    found.flatMap(({ transaction: { value } }, i) =>
      isOdd(value) ? [] : movementsOf(value, receipts[i]?.receipt ?? null, listed),
    ),
    known,
  );
  const { tickers } = await readDetails(context, null, contracts, operation);
  const assets = assetsOf(context, known, tickers);
  return operation.computeEach([...found.entries()], ([i, { block, transaction }]) => {
    const { receipt = null, raw = null } = receipts[i] ?? {};
    const parts = { receipt, timestamp: block.timestamp, head, assets };
    return {
      parsed: isOdd(transaction.value)
        ? oddTransaction(transaction.value, parts)
        : parseTransaction(context, { ...parts, transaction: transaction.value }),
      raw: { transaction: transaction.raw, receipt: raw },
    };
  });
}
