import type { HistoryPage, PageRequest, ReadTransaction } from '@isochain/core';
import { ask, type Operation } from '@isochain/core/upstream';
import type { SolanaContext } from '../context.ts';
import { decodeTokenHolding } from '../layouts/index.ts';
import type { SolanaOptions } from '../options.ts';
import { askInParts } from '../upstream/ask-in-parts.ts';
import { type AccountSlice, rpc, type SignatureInfo } from '../upstream/rpc.ts';
import { tokenQuestions } from './account.ts';
import { parseSignature, parseTransaction } from './parse-transaction.ts';
import { fetchTransactions, readDetails } from './transaction.ts';

// A node lists the transactions that name an address. Incoming coins name the account. Incoming tokens may name only its token account, so the lists
// of token accounts are read too and merged.
//
// All lists are in the order of the chain, and can begin below any transaction of the chain, even if it is not in the list. So one place is enough to
// go on with all lists. The past does not change, so the place stays valid.

/** With so many, a page of 25 takes fewer than 50 requests even without batches: the limit of Workers' free plan. */
const defaultTokenAccounts = 16;

/** Lists in one HTTP request. Each entry may have a quarter of a kilobyte. */
const listsPerRequest = 25;

/** The longest list that a node gives. */
const longestList = 1000;

/** Reads a page, newest first, including failed transactions. */
export async function readHistory(
  context: SolanaContext,
  { historyTokenAccounts = defaultTokenAccounts }: SolanaOptions,
  account: string,
  { limit, cursor }: PageRequest,
  operation: Operation,
): Promise<HistoryPage> {
  const place = parsePlace(cursor);
  const readLists = async (length: number) => {
    const listOf = (address: string) => rpc.signaturesForAddress(address, { before: place?.above, limit: length });
    const { own, classic, extended } = await ask(operation, { own: listOf(account), ...tokenQuestions(account) });
    const tokenAccounts = mostTelling([...classic.items, ...extended.items], historyTokenAccounts);
    const questions = Object.fromEntries(tokenAccounts.map((address) => [address, listOf(address)]));
    const others = await askInParts(operation, questions, listsPerRequest);
    const lists = [own, ...Object.values(others)];
    const unlisted = Math.max(...lists.map(({ infos, count }) => count - infos.length));
    return {
      rest: mergeLists(lists.map(({ infos }) => infos)).filter((info) => place === undefined || isBelow(info, place)),
      unlisted,
      // Rows that cannot be read took the place of others.
      isCut: unlisted > 0 && lists.some(({ count }) => count >= length),
    };
  };
  const usual = await readLists(listLength(limit, place));
  const { rest, unlisted, isCut } = usual.rest.length === 0 && usual.isCut ? await readLists(longestList) : usual;
  const shown = rest.slice(0, limit);
  const hasMore = rest.length > limit || (isCut && shown.length > 0);
  return {
    transactions: await describe(context, shown, operation),
    unlisted,
    next: hasMore ? formatPlace(placeAfter(shown, place)) : undefined,
  };
}

/** Balances of several units come first, then empty ones, then single units, which are usually collectibles. */
function mostTelling(accounts: readonly AccountSlice[], count: number): string[] {
  return accounts
    .map(({ pubkey, account }) => ({ pubkey, amount: decodeTokenHolding(account.data)?.amount ?? 0n }))
    .map(({ pubkey, amount }) => ({ pubkey, rank: amount > 1n ? 0 : amount === 0n ? 1 : 2 }))
    .sort((a, b) => a.rank - b.rank || (a.pubkey < b.pubkey ? -1 : 1))
    .slice(0, count)
    .map(({ pubkey }) => pubkey);
}

/** Where a page ended, and where to begin to see its last block again. */
interface Place {
  readonly slot: bigint;
  /** Index of the last transaction in its block. Undefined if the node did not tell. */
  readonly index: number | undefined;
  /** How many transactions of the block were shown. */
  readonly shown: number;
  /** The shown ones: the beginnings of their signatures. */
  readonly seen: readonly string[];
  /** The last transaction. */
  readonly signature: string;
  /** The last shown transaction of a later block. */
  readonly above: string | undefined;
  /** How many transactions of that later block were shown. Without indexes they may come again below `above`. */
  readonly shownAbove: number;
}

/** Enough characters of a signature to tell it from others of the same block. */
const seenLength = 8;

/** How many a cursor has room for. Only nodes older than Agave 4.0 need them, as they tell no index in the block. */
const mostSeen = 120;

/** Newest first. Without indexes in the block, the lists' own order stays. */
function compare(a: SignatureInfo, b: SignatureInfo): number {
  if (a.slot !== b.slot) return a.slot > b.slot ? -1 : 1;
  return (b.transactionIndex ?? 0) - (a.transactionIndex ?? 0);
}

function isBelow({ slot, transactionIndex, signature }: SignatureInfo, place: Place): boolean {
  if (slot !== place.slot) return slot < place.slot;
  return typeof transactionIndex === 'number' && place.index !== undefined
    ? transactionIndex < place.index
    : !place.seen.includes(signature.slice(0, seenLength)) && place.seen.length < mostSeen;
}

/** Enough for a page and one more, besides transactions that were shown before. */
function listLength(limit: number, place: Place | undefined): number {
  if (place === undefined) return limit + 1;
  // All pages so far were of one block, and newer transactions may stand above it.
  if (place.above === undefined) return longestList;
  return Math.min(longestList, limit + 1 + place.shown + place.shownAbove);
}

/** Each transaction once, in order. */
function mergeLists(lists: readonly (readonly SignatureInfo[])[]): SignatureInfo[] {
  const bySignature = new Map(lists.flat().map((info) => [info.signature, info]));
  return [...bySignature.values()].sort(compare);
}

function placeAfter(shown: readonly SignatureInfo[], before: Place | undefined): Place | undefined {
  const last = shown.at(-1);
  if (last === undefined) return before;
  const later = shown.findLast(({ slot }) => slot > last.slot);
  const seen = shown.filter(({ slot }) => slot === last.slot).map(({ signature }) => signature.slice(0, seenLength));
  const countOf = (slot: bigint) =>
    shown.filter((info) => info.slot === slot).length + (before?.slot === slot ? before.shown : 0);
  const place = {
    slot: last.slot,
    index: last.transactionIndex ?? undefined,
    shown: countOf(last.slot),
    signature: last.signature,
  };
  if (before?.slot === last.slot) {
    const { above, shownAbove } = before;
    return { ...place, seen: [...before.seen, ...seen].slice(-mostSeen), above, shownAbove };
  }
  return later === undefined
    ? { ...place, seen: seen.slice(-mostSeen), above: before?.signature, shownAbove: before?.shown ?? 0 }
    : { ...place, seen: seen.slice(-mostSeen), above: later.signature, shownAbove: countOf(later.slot) };
}

function formatPlace(place: Place | undefined): string | undefined {
  if (place === undefined) return undefined;
  const { slot, index = '', shown, seen, signature, above = '', shownAbove } = place;
  // If the index in the block is known, the seen signatures are not needed.
  return [slot, index, shown, index === '' ? seen.join('') : '', signature, above, shownAbove].join(':');
}

const base58 = '[1-9A-HJ-NP-Za-km-z]';
const placePattern = /* @__PURE__ */ new RegExp(
  `^(\\d{1,20}):(\\d{0,9}):(\\d{1,9}):((?:${base58}{${seenLength}})*):(${base58}{64,88}):(${base58}{64,88})?:(\\d{1,9})$`,
);

function parsePlace(cursor: string | undefined): Place | undefined {
  const [, slot, index, shown, seen = '', signature, above, shownAbove] = placePattern.exec(cursor ?? '') ?? [];
  if (slot === undefined || signature === undefined) return undefined;
  return {
    slot: BigInt(slot),
    index: index === '' ? undefined : Number(index),
    shown: Number(shown),
    seen: seen.match(/.{8}/g) ?? [],
    signature,
    above,
    shownAbove: Number(shownAbove),
  };
}

async function describe(
  context: SolanaContext,
  infos: readonly SignatureInfo[],
  operation: Operation,
): Promise<ReadTransaction[]> {
  const found = await fetchTransactions(
    infos.map(({ signature }) => signature),
    operation,
  );
  const contents = found.flatMap((transaction) => transaction?.value ?? []);
  const details = await readDetails(context, contents, operation);
  return operation.computeEach([...infos.entries()], ([i, info]) => {
    const content = found[i]?.value;
    return content === undefined || content === null
      ? { parsed: parseSignature(info, info.signature), raw: info.raw }
      : { parsed: parseTransaction(context, content, details), raw: found[i]?.raw };
  });
}
