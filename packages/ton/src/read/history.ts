import { type HistoryPage, type PageRequest, type ReadTransaction, refuse, UpstreamError } from '@isochain/core';
import { incomplete } from '@isochain/core/movements';
import { firstOf, type Operation } from '@isochain/core/upstream';
import type { TonContext } from '../context.ts';
import type { TonKind } from '../options.ts';
import type { Address } from '../ton-core.ts';
import { ask, askOne } from '../upstream/ask.ts';
import { actionsOf, eventsOf, type ListedAction } from '../upstream/queries/history.ts';
import { tracesOf, type V3Trace } from '../upstream/queries/transactions.ts';
import { parseEvent } from './parse-event.ts';
import { parseEntry } from './parse-transaction.ts';
import { type Names, namesOf, type TokenOptions } from './tickers.ts';
import { indexKinds } from './transaction.ts';

// One entry is one trace: all that one message caused, as the account saw it.
//
// toncenter lists actions, in the order in which their traces ended. The list names the account even where it has no transaction of its own, such as
// tokens that came without a message. What happened is read from the traces. A place in the list is a logical time, so later blocks do not move it.
//
// tonapi lists events, one for each trace, with what it understood of them.

/** Where a page begins: in which list, at which logical time, and the traces of that time that were shown. */
interface Place {
  readonly kind: TonKind;
  readonly lt: bigint;
  /** The beginnings of their hashes. */
  readonly seen: readonly string[];
}

/** Enough to tell the traces of one logical time apart. */
const seenLength = 12;

/** Actions that a page asks for at once. The most that the interface gives (ton-indexer, settings of the public service). */
const mostActions = 1000;

/** Pages of the list that one page of the history reads, at most. A trace may have many actions. */
const mostRounds = 8;

/** Traces in one request. Their ids stand in its address. */
const tracesPerRequest = 25;

/**
 * Reads a page of a history, newest first, including failed transactions.
 *
 * @param options.tokens - The operator's tokens, for tickers.
 * @throws RefusedError `page.invalid`. UpstreamError if no endpoint gave a usable answer.
 */
export async function readHistory(
  context: TonContext,
  options: TokenOptions,
  account: Address,
  { limit, cursor }: PageRequest,
  operation: Operation,
): Promise<HistoryPage> {
  const place = cursor === undefined ? undefined : readPlace(cursor);
  const kinds = indexKinds(context).filter((kind) => place === undefined || kind === place.kind);
  if (kinds.length === 0) throw refuse('page.invalid', {}, 'nextPage');
  const names = namesOf(context, options);
  return firstOf(
    kinds,
    operation,
    (kind, inTurn) => {
      const one = { ...context, kinds: [kind] };
      const read = kind === 'tonapi' ? readEvents : readTraces;
      return read(one, names, account, limit, place, inTurn);
    },
    (failures) => UpstreamError.joined(context.chainId, failures),
  );
}

async function readEvents(
  context: TonContext,
  names: Names,
  account: Address,
  limit: number,
  place: Place | undefined,
  operation: Operation,
): Promise<HistoryPage> {
  const { events, unlisted, next } = await askOne(context, eventsOf(account, limit, place?.lt), operation);
  return {
    transactions: await operation.computeEach(events, (event) => ({
      parsed: parseEvent(names, event, account),
      raw: event.raw,
    })),
    unlisted,
    next: next === 0n ? undefined : writePlace({ kind: 'tonapi', lt: next, seen: [] }),
  };
}

async function readTraces(
  context: TonContext,
  names: Names,
  account: Address,
  limit: number,
  place: Place | undefined,
  operation: Operation,
): Promise<HistoryPage> {
  const { rows, isEnd, from, unlisted } = await listTraces(context, account, limit + 1, place, operation);
  const shown = rows.slice(0, limit);
  const traces = await readContents(context, shown, account, operation);
  const isLast = isEnd && rows.length <= limit;
  return {
    transactions: await operation.computeEach(shown, (row) => describe(names, row, traces.get(row.trace), account)),
    unlisted,
    next: isLast ? undefined : writePlace(placeAfter(shown, from, place)),
  };
}

interface Listed {
  readonly rows: readonly ListedAction[];
  /** Whether nothing is below. */
  readonly isEnd: boolean;
  /** Where the list goes on, if that is known. */
  readonly from: bigint | undefined;
  /** How many actions could not be read. */
  readonly unlisted: number;
}

/** Lists traces below a place, each once. */
async function listTraces(
  context: TonContext,
  account: Address,
  wanted: number,
  place: Place | undefined,
  operation: Operation,
): Promise<Listed> {
  const rows = new Map<string, ListedAction>();
  // Most traces have one or two actions.
  let size = Math.min(mostActions, 2 * wanted + (place?.seen.length ?? 0));
  let from = place?.lt;
  let unlisted = 0;
  for (let round = 0; round < mostRounds; round++) {
    const page = await askOne(context, actionsOf(account, size, from), operation);
    // A later round may tell the same again.
    unlisted = Math.max(unlisted, page.unlisted);
    for (const row of page.rows) if (!isSeen(row, place) && !rows.has(row.trace)) rows.set(row.trace, row);
    if (page.count < size) return { rows: [...rows.values()], isEnd: true, from, unlisted };
    if (rows.size >= wanted) break;
    const last = page.rows.at(-1)?.endLt;
    // A page of one moment tells nothing of what is below. It shows the traces of that moment, except if they have more actions than a page.
    const isStuck = last === undefined || last === from;
    if (isStuck && size === mostActions) from = from === undefined ? undefined : from - 1n;
    else from = last;
    size = mostActions;
  }
  return { rows: [...rows.values()], isEnd: false, from, unlisted };
}

function isSeen({ trace, endLt }: ListedAction, place: Place | undefined): boolean {
  return place !== undefined && endLt === place.lt && place.seen.includes(trace.slice(0, seenLength));
}

/** @param from - Where to go on if nothing was shown: all that was read are actions of traces of earlier pages. */
function placeAfter(shown: readonly ListedAction[], from: bigint | undefined, before: Place | undefined): Place {
  const lt = shown.at(-1)?.endLt ?? from ?? 0n;
  const seen = shown.filter(({ endLt }) => endLt === lt).map(({ trace }) => trace.slice(0, seenLength));
  return { kind: 'toncenter-v3', lt, seen: before?.lt === lt ? [...before.seen, ...seen] : seen };
}

async function readContents(
  context: TonContext,
  rows: readonly ListedAction[],
  account: Address,
  operation: Operation,
): Promise<ReadonlyMap<string, V3Trace | 'unread'>> {
  const ids = rows.map(({ trace }) => trace);
  const chunks = Array.from({ length: Math.ceil(ids.length / tracesPerRequest) }, (_, i) =>
    ids.slice(i * tracesPerRequest, (i + 1) * tracesPerRequest),
  );
  if (chunks.length === 0) return new Map();
  const queries = Object.fromEntries(chunks.map((part, i) => [`part${i}`, tracesOf(part, account)]));
  const answers = await ask(context, queries, operation);
  return new Map(Object.values(answers).flatMap((part) => [...part]));
}

/** A trace that is too large, or does not fit, is shown by its id alone. */
function describe(
  names: Names,
  { trace: id, time }: ListedAction,
  trace: V3Trace | 'unread' | undefined,
  account: Address,
): ReadTransaction {
  const entry = trace === undefined || trace === 'unread' ? undefined : parseEntry(names, trace, account);
  if (entry !== undefined) return entry;
  const head = { id, mode: 'unknown', state: 'confirmed', timestamp: String(time * 1000) } as const;
  const parsed = { ...head, ...incomplete(['what it moved']) };
  return { parsed, raw: { trace_id: id } };
}

const kindNames = { v3: 'toncenter-v3', tonapi: 'tonapi' } as const;

function writePlace({ kind, lt, seen }: Place): string {
  return `${kind === 'tonapi' ? 'tonapi' : 'v3'}:${lt}:${seen.join('')}`;
}

/** @throws RefusedError `page.invalid` */
function readPlace(cursor: string): Place {
  const [, kind, lt, seen = ''] = /^(v3|tonapi):(\d{1,20}):((?:[0-9a-f]{12})*)$/.exec(cursor) ?? [];
  if (kind === undefined || lt === undefined) throw refuse('page.invalid', {}, 'nextPage');
  return { kind: kindNames[kind as keyof typeof kindNames], lt: BigInt(lt), seen: seen.match(/.{12}/g) ?? [] };
}
