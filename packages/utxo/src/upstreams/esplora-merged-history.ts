import { atMost, type Operation, refuse, toHex } from '@isochain/core';
import type { ExtendedAccount } from '../account/account.ts';
import type { UtxoContext } from '../chains.ts';
import type { ChainTransaction, TransactionPage } from './backend.ts';
import type { EsploraApi } from './esplora-api.ts';
import type { PageWish } from './esplora-history.ts';
import { type ScannedAddress, scanAddresses, unable } from './esplora-scan.ts';
import { parallelRequests } from './http-requests.ts';

/** So many requests for older transactions one page is worth, besides the scan and the newest transactions of each used address. */
const maxOlderPages = 100;

/** The history of one address, read from its top as far as needed. */
interface Stream {
  readonly address: string;
  readonly confirmedCount: number;
  readonly seen: Map<string, ChainTransaction>;
  isComplete: boolean;
}

/**
 * Transactions of all addresses of an extended key, merged: those in the mempool first, then from the newest block down, and by id where that
 * says nothing. A cursor is height and id of the last one shown.
 *
 * Esplora has nothing for this, so every page reads the histories of all used addresses from the top down to where it ends.
 *
 * @throws UpstreamError with an attempt that is `unable` if that takes more than `maxOlderPages` requests.
 */
export async function historyOfExtended(
  api: EsploraApi,
  context: UtxoContext,
  account: ExtendedAccount,
  { limit, cursor }: PageWish,
  operation: Operation,
): Promise<TransactionPage> {
  const isAfter = after(cursor);
  const { used } = await scanAddresses(api, context, account, operation);
  const [{ value: tip }, streams] = await Promise.all([
    operation.http(api.tip, api.options),
    atMost(parallelRequests - 1, used, (address) => open(api, address, operation)),
  ]);
  const own = new Set(used.map(({ script }) => toHex(script)));
  let budget = maxOlderPages;
  for (;;) {
    // Below the lowest block that all streams have reached, and in that block itself, some may still be missing.
    const open = streams.filter(({ isComplete }) => !isComplete);
    const floor = Math.max(-1, ...open.map(lowest));
    const all = new Map(streams.flatMap(({ seen }) => [...seen]));
    const sorted = [...all.values()]
      .filter((one) => (one.height ?? Infinity) > floor && isAfter(one))
      .toSorted(compare);
    if (sorted.length > limit || open.length === 0) {
      const transactions = sorted.slice(0, limit);
      const last = transactions.at(-1);
      const next = sorted.length > limit && last ? `${last.height ?? 'm'}.${last.txid}` : undefined;
      return { transactions: transactions.map((transaction) => markOwn(transaction, own)), next, tip };
    }
    const behind = open.filter((stream) => lowest(stream) === floor);
    budget -= behind.length;
    if (budget < 0) throw unable(context, `more than ${maxOlderPages} pages of history to merge`);
    await atMost(parallelRequests, behind, (stream) => deepen(api, stream, operation));
  }
}

async function open(api: EsploraApi, { address, stats }: ScannedAddress, operation: Operation): Promise<Stream> {
  const { confirmedCount } = stats;
  const stream: Stream = { address, confirmedCount, seen: new Map(), isComplete: false };
  const { value } = await operation.http(api.transactions(address), api.options);
  add(stream, value);
  return stream;
}

async function deepen(api: EsploraApi, stream: Stream, operation: Operation): Promise<void> {
  const last = confirmed(stream).at(-1)?.txid;
  const { value } = await operation.http(api.confirmed(stream.address, last), api.options);
  add(stream, value);
}

function add(stream: Stream, page: readonly ChainTransaction[]): void {
  const before = stream.seen.size;
  for (const transaction of page) stream.seen.set(transaction.txid, transaction);
  stream.isComplete = stream.seen.size === before || confirmed(stream).length >= stream.confirmedCount;
}

function confirmed({ seen }: Stream): ChainTransaction[] {
  return [...seen.values()].filter(({ height }) => height !== undefined);
}

/** Height of the block down to which a stream was read; of no block yet, if what waits in the mempool filled its page. */
function lowest(stream: Stream): number {
  return confirmed(stream).at(-1)?.height ?? Infinity;
}

/** Esplora does not know what belongs to an extended key. */
function markOwn(transaction: ChainTransaction, own: ReadonlySet<string>): ChainTransaction {
  const { inputs, outputs } = transaction;
  return {
    ...transaction,
    inputs: inputs.map((input) => ({ ...input, isOwn: input.script !== undefined && own.has(input.script) })),
    outputs: outputs.map((output) => ({ ...output, isOwn: own.has(output.script) })),
  };
}

function compare(a: ChainTransaction, b: ChainTransaction): number {
  const [one, other] = [a.height ?? Infinity, b.height ?? Infinity];
  if (one !== other) return one > other ? -1 : 1;
  return a.txid < b.txid ? -1 : 1;
}

/** @throws RefusedError `page.invalid` */
function after(cursor: string | undefined): (transaction: ChainTransaction) => boolean {
  if (cursor === undefined) return () => true;
  const [, mark, txid] = /^(m|\d{1,9})\.([0-9a-f]{64})$/.exec(cursor) ?? [];
  if (mark === undefined || txid === undefined) throw refuse('page.invalid', {}, 'nextPage');
  const last = { height: mark === 'm' ? undefined : Number(mark), txid } as ChainTransaction;
  return (transaction) => compare(last, transaction) < 0 && transaction.txid !== txid;
}
