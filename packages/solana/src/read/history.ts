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

// A node lists the transactions that name an address. Coins that come in name the account; tokens that come in may name nothing but its
// token account, so the lists of those are read too and merged.
//
// All lists are ordered by their place in the chain, and begin below any transaction of the chain, whether or not it is in them. So one
// place is enough to go on from, however many lists there are; and since the past does not change, it stays valid.

/** With them, a page of 25 takes less than 50 requests even of an endpoint without batches: what Workers allow on the free plan. */
const defaultTokenAccounts = 16;

/** Lists for one HTTP request: each may have a quarter of a kilobyte for every entry. */
const listsPerRequest = 25;

/** The longest list that a node gives. */
const longestList = 1000;

/** Newest first, failed ones included. */
export async function readHistory(
  context: SolanaContext,
  { historyTokenAccounts = defaultTokenAccounts }: SolanaOptions,
  account: string,
  { limit, cursor }: PageRequest,
  operation: Operation,
): Promise<HistoryPage> {
  const place = parsePlace(cursor);
  const listOf = (address: string) =>
    rpc.signaturesForAddress(address, { before: place?.above, limit: listLength(limit, place) });
  const { own, classic, extended } = await ask(operation, {
    own: listOf(account),
    ...tokenQuestions(account),
  });
  const tokenAccounts = mostTelling([...classic, ...extended], historyTokenAccounts);
  const questions = Object.fromEntries(tokenAccounts.map((address) => [address, listOf(address)]));
  const others = await askInParts(operation, questions, listsPerRequest);
  const rest = mergeLists([own, ...Object.values(others)]).filter(
    (info) => place === undefined || isBelow(info, place),
  );
  const shown = rest.slice(0, limit);
  return {
    transactions: await describe(context, shown, operation),
    next: rest.length > limit ? formatPlace(placeAfter(shown, place)) : undefined,
  };
}

/** Balances that can be divided first, then empty ones, then single units, which are collectibles as a rule. */
function mostTelling(accounts: readonly AccountSlice[], count: number): string[] {
  return accounts
    .map(({ pubkey, account }) => ({ pubkey, amount: decodeTokenHolding(account.data)?.amount ?? 0n }))
    .map(({ pubkey, amount }) => ({ pubkey, rank: amount > 1n ? 0 : amount === 0n ? 1 : 2 }))
    .sort((a, b) => a.rank - b.rank || (a.pubkey < b.pubkey ? -1 : 1))
    .slice(0, count)
    .map(({ pubkey }) => pubkey);
}

/** Where a page ended, and a way to begin right above its last block. */
interface Place {
  readonly slot: bigint;
  /** Of the last transaction in its block; undefined where the node did not tell. */
  readonly index: number | undefined;
  /** How many of the block were shown. */
  readonly shown: number;
  /** Which ones: the beginnings of their signatures. */
  readonly seen: readonly string[];
  /** The last one. */
  readonly signature: string;
  /** The last that was shown of a later block. */
  readonly above: string | undefined;
  /** How many of that block were shown: without places within it, they may lie below. */
  readonly shownAbove: number;
}

/** Enough characters of a signature to tell it from others of the same block. */
const seenLength = 8;

/** A cursor has room for so many. Only nodes from before Agave 4.0, which do not tell the place within a block, need them. */
const mostSeen = 120;

/** Newest first. Without places within the block, the lists' own order stands. */
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

/** Enough to fill a page and to see that there is more, beside what was shown before. */
function listLength(limit: number, place: Place | undefined): number {
  if (place === undefined) return limit + 1;
  // All pages so far were of one block, and newer ones may lie above it.
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
  // Where places within the block are known, nothing else is needed to go on.
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
  const details = await readDetails(contents, operation);
  return infos.map((info, i) => {
    const content = found[i]?.value;
    return content === undefined || content === null
      ? { parsed: parseSignature(info, info.signature), raw: info.raw }
      : { parsed: parseTransaction(context, content, details), raw: found[i]?.raw };
  });
}
