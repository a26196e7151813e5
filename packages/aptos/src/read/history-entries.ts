import type { ReadTransaction } from '@isochain/core';
import { incomplete } from '@isochain/core/movements';
import { isMalformed, type Operation, RejectedAnswer, silent } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { TokenId } from '../address/token-id.ts';
import type { AptosContext } from '../context.ts';
import { ask, askOne } from '../upstream/ask.ts';
import { blockAt, type Missing, type ReadFromLedger, transactionAt } from '../upstream/queries/transactions.ts';
import { mapped, type Query } from '../upstream/query.ts';
import { tokensOf } from './movements.ts';
import { type Names, type NamingContext, readNames, type TokenOptions } from './names.ts';
import { parseTransaction } from './parse-transaction.ts';
import { readIndexed } from './pruned.ts';

/** A transaction of a list. */
export interface Listed {
  readonly version: bigint;
  /** The height of its block, if the list tells it. */
  readonly block?: bigint | undefined;
}

type EntriesContext = NamingContext & Pick<AptosContext, 'endpointsOf'>;

/**
 * Asks nodes what the transactions of a page did, in one round. Tokens that neither the lists nor the indexer's rows name take a round more. Nodes keep a part of the
 * history. Transactions that no node has any more are shown as the
 * indexer knows them, which takes two more rounds. Transactions that only the indexer has got so far are left out: the history shows them a moment later.
 *
 * @throws UpstreamError if no node gave a usable answer.
 */
export async function readEntries(
  context: EntriesContext,
  options: TokenOptions,
  account: Address,
  { list, tokens }: { readonly list: readonly Listed[]; readonly tokens: readonly TokenId[] },
  operation: Operation,
): Promise<ReadTransaction[]> {
  if (list.length === 0) return [];
  const { chain } = context;
  const versions = list.map(({ version }) => version);
  const [kept, heights] = await Promise.all([
    readEach(context, versions, operation),
    readHeights(context, list, operation),
    // What is looked up here is remembered.
    readNames(context, options, tokens, operation),
  ]);
  await Promise.all(
    versions.map(async (version) => {
      if (!isMissing(kept.get(version))) return;
      const other = await silent(askOne(context, required(chain.id, version), operation));
      if (other !== undefined) kept.set(version, other);
    }),
  );
  const pruned = versions.filter((version) => kept.get(version) === 'pruned');
  const read = [...kept.values()].flatMap((ledger) => (isRead(ledger) ? ledger.transaction : []));
  const [names, indexed] = await Promise.all([
    readNames(context, options, read.flatMap(tokensOf), operation),
    readIndexed(context, options, pruned, account, operation),
  ]);
  const entries = await operation.computeEach(versions, (version) => {
    const ledger = kept.get(version);
    if (ledger === 'unread') return unreadEntry(version, heights.get(version));
    return isRead(ledger) ? entryOf(ledger, heights.get(version), names) : indexed.get(version);
  });
  return entries.filter((entry) => entry !== undefined);
}

/** What nodes answer about one transaction. `unread`: each of them in a form that cannot be read. */
type Answered = ReadFromLedger | Missing | 'unread';

/** All in one round. One by one if an answer has an unknown form: one odd transaction must not cost the others. */
async function readEach(
  context: EntriesContext,
  versions: readonly bigint[],
  operation: Operation,
): Promise<Map<bigint, Answered>> {
  const { id } = context.chain;
  try {
    const queries = byVersion(versions, (version) => transactionAt(id, version));
    const found = await ask(context, queries, operation);
    return new Map(
      versions.flatMap((version) => {
        const each = found[version.toString()];
        return each === undefined ? [] : [[version, each] as const];
      }),
    );
  } catch (error) {
    if (!isMalformed(error)) throw error;
    const found = await Promise.all(versions.map((version) => readAlone(context, version, operation)));
    // Who answers nothing that can be read speaks another language.
    if (versions.length > 1 && found.every((each) => each === 'unread')) throw error;
    return new Map(found.map((each, i) => [versions[i] as bigint, each]));
  }
}

async function readAlone(context: EntriesContext, version: bigint, operation: Operation): Promise<Answered> {
  try {
    return await askOne(context, transactionAt(context.chain.id, version), operation);
  } catch (error) {
    if (isMalformed(error)) return 'unread';
    throw error;
  }
}

/** Its id is its number in the ledger, as that of a transaction that no node has any more. */
function unreadEntry(version: bigint, block: bigint | undefined): ReadTransaction {
  const height = block === undefined ? {} : { blockHeight: block.toString() };
  const parsed = { id: version.toString(), mode: 'unknown', state: 'unknown', ...height } as const;
  return { parsed: { ...parsed, ...incomplete(['what it does']) }, raw: { version: version.toString() } };
}

function isMissing(found: Answered | undefined): found is Missing | undefined {
  return found === undefined || found === 'pruned' || found === 'ahead';
}

function isRead(found: Answered | undefined): found is ReadFromLedger {
  return !isMissing(found) && found !== 'unread';
}

function entryOf({ transaction, raw, head }: ReadFromLedger, block: bigint | undefined, names: Names): ReadTransaction {
  return { parsed: parseTransaction({ transaction, block, head }, names), raw };
}

/** A transaction that this node must have. Otherwise another one is asked. */
function required(chainId: number, version: bigint): Query<ReadFromLedger> {
  return mapped(transactionAt(chainId, version), (found) => {
    if (isMissing(found)) throw new RejectedAnswer('it does not have the transaction', 'unable');
    return found;
  });
}

/** Heights of the blocks. Those that the list does not tell are asked of nodes. Transactions without them are better than none. */
async function readHeights(
  context: EntriesContext,
  list: readonly Listed[],
  operation: Operation,
): Promise<ReadonlyMap<bigint, bigint | undefined>> {
  const untold = list.flatMap(({ version, block }) => (block === undefined ? [version] : []));
  const blocks: Readonly<Record<string, bigint>> =
    untold.length === 0 ? {} : ((await silent(ask(context, byVersion(untold, blockAt), operation))) ?? {});
  return new Map(list.map(({ version, block }) => [version, block ?? blocks[version.toString()]]));
}

function byVersion<T>(versions: readonly bigint[], query: (version: bigint) => Query<T>): Record<string, Query<T>> {
  return Object.fromEntries(versions.map((version) => [version.toString(), query(version)]));
}
