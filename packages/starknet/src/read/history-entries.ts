import type { ReadTransaction } from '@isochain/core';
import { ask, type Operation, type RpcCall, silent } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { knownTokens } from '../tokens/known-tokens.ts';
import { blockCall, blockNumberCall, type Kept, receiptCall, transactionCall } from '../upstream/read-calls.ts';
import type { NodeTransaction, Receipt } from '../upstream/transaction-schema.ts';
import { controlChanges } from './control.ts';
import { poolsOf } from './deed.ts';
import type { Entry } from './history-rows.ts';
import { movementsOf, tokensOf } from './movements.ts';
import { type Assets, readAssets, type TokenMemories, type TokenOptions } from './names.ts';
import { blockOf, parseTransaction } from './parse-transaction.ts';
import { senderOf } from './prove-id.ts';
import { readStakersOfPools, type StakersContext } from './stakers-of-pools.ts';

type Questions = { readonly head: RpcCall<number> } & Readonly<
  Record<`transaction${number}`, ReturnType<typeof transactionCall>> &
    Record<`receipt${number}`, ReturnType<typeof receiptCall>>
>;

interface Known {
  readonly entry: Entry;
  readonly transaction: Kept<NodeTransaction> | undefined;
  readonly receipt: Kept<Receipt> | undefined;
}

/**
 * Asks nodes what the transactions of a page did, in two rounds: the transactions with their receipts, then the times of their blocks, with names of tokens
 * and validators. Transactions that only
 * mention the account are left out: anybody can make a contract emit an event with its address.
 *
 * @throws UpstreamError if no node gave a usable answer.
 */
export async function readEntries(
  context: StakersContext & TokenMemories,
  options: TokenOptions,
  account: Address,
  entries: readonly Entry[],
  operation: Operation,
): Promise<ReadTransaction[]> {
  if (entries.length === 0) return [];
  const questions: Questions = {
    head: blockNumberCall(),
    ...named(
      'transaction',
      entries.map(({ hash }) => transactionCall(context.chain.id, hash)),
    ),
    ...named(
      'receipt',
      entries.map(({ hash }) => receiptCall(hash)),
    ),
  };
  const known = await knownTokens(context, options);
  const found = await ask(operation, questions);
  const all = entries.map((entry, i): Known => {
    const [transaction, receipt] = [found[`transaction${i}`], found[`receipt${i}`]];
    return {
      entry,
      transaction: transaction?.ok ? transaction.value : undefined,
      receipt: receipt?.ok ? receipt.value : undefined,
    };
  });
  const concerned = all.filter((each) => concerns(each, account));
  const [times, assets, stakerOf] = await Promise.all([
    readTimes(
      concerned.flatMap(({ receipt }) => (receipt && blockOf(receipt.value)) ?? []),
      operation,
    ),
    readAssets(
      context,
      known,
      [
        ...concerned.flatMap((each) => ownTokens(each, account)),
        ...concerned.flatMap(({ receipt }) => (receipt === undefined ? [] : tokensOf(receipt.value))),
      ],
      operation,
    ),
    readStakersOfPools(
      context,
      concerned.flatMap(({ transaction }) =>
        transaction === undefined ? [] : poolsOf(transaction.value, senderOf(transaction.value)),
      ),
      operation,
    ),
  ]);
  const shown = concerned.filter((each) => concerns(each, account, assets.isCollectible));
  return operation.computeEach(shown, ({ entry, transaction, receipt }) => {
    const block = receipt && blockOf(receipt.value);
    const parsed = parseTransaction(
      {
        id: entry.hash,
        transaction: transaction?.value,
        receipt: receipt?.value,
        // It stands in a block, but this node does not know it yet.
        waiting: 'unknown',
        time: block === undefined ? undefined : times.get(block),
        head: found.head,
      },
      assets,
      stakerOf,
    );
    return { parsed, raw: { transaction: transaction?.raw ?? null, receipt: receipt?.raw ?? null } };
  });
}

function named<Name extends string, C>(name: Name, calls: readonly C[]): Record<`${Name}${number}`, C> {
  return Object.fromEntries(calls.map((call, i) => [`${name}${i}`, call])) as Record<`${Name}${number}`, C>;
}

/** Whether the account sent it, gave or got a token, has other owners since, or nobody tells. A collectible is no token: most of them are not even recognized. */
function concerns(known: Known, account: Address, isCollectible: Assets['isCollectible'] = () => false): boolean {
  const { transaction, receipt } = known;
  if (transaction === undefined || receipt === undefined) return true;
  const sender = senderOf(transaction.value);
  if (sender === account || receipt.value.unread.length > 0) return true;
  if (controlChanges(receipt.value, sender, false).some((change) => change.account === account)) return true;
  return ownTokens(known, account).some((token) => !isCollectible(token));
}

/** Tokens that the account gave or got, beside fees. */
function ownTokens({ transaction, receipt }: Known, account: Address): Address[] {
  if (transaction === undefined || receipt === undefined) return [];
  return movementsOf(receipt.value, senderOf(transaction.value)).flatMap(({ token, from, to, amount }) =>
    amount > 0n && (from === account || to === account) ? [token] : [],
  );
}

/** When blocks were made, in seconds since 1970, by their numbers. Transactions without their times are better than none. */
async function readTimes(blocks: readonly number[], operation: Operation): Promise<Map<number, number>> {
  const numbers = [...new Set(blocks)];
  if (numbers.length === 0) return new Map();
  const found = await silent(ask(operation, named('block', numbers.map(blockCall))));
  return new Map(
    numbers.flatMap((number, i) => {
      const block = found?.[`block${i}`];
      return block?.timestamp === undefined ? [] : [[number, block.timestamp] as const];
    }),
  );
}
