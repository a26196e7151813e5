import { attempt } from '@isochain/core';
import { eachLegible, type Operation } from '@isochain/core/upstream';
import * as z from 'zod';
import { canonicalAddress } from '../address/address.ts';
import type { TonContext } from '../context.ts';
import { Address } from '../ton-core.ts';
import { ask, askOne } from '../upstream/ask.ts';
import { rawAddress } from '../upstream/fields.ts';
import { addressAt, cellAt, getMethod, hasRun, type MethodAnswer, numberAt } from '../upstream/queries/get-method.ts';
import { form, type Query } from '../upstream/query.ts';
import { notFound } from '../upstream/refusals.ts';

// A liquid pool that pays at the end of a round gives out bills: NFTs of a collection that it makes for the round (ton-blockchain/liquid-staking-contract,
// contracts/payout_nft).

/** More bills than anybody gets in a round. */
const mostBills = 20;

const items = z.object({ nft_items: z.array(z.unknown()).nullish() });
const item = z.object({ address: rawAddress });

/** Bills of an owner, as an index lists them. Undefined stands for one whose address cannot be read. */
function listedBills(collection: Address, owner: Address): Query<readonly (Address | undefined)[]> {
  const shared = { schema: items, refusals: notFound };
  const [of, by] = [canonicalAddress(collection), canonicalAddress(owner)];
  const v3 = { ...shared, path: '/nft/items', query: { owner_address: by, collection_address: of, limit: mostBills } };
  const tonapi = {
    ...shared,
    path: `/accounts/${by}/nfts`,
    route: '/accounts/{account}/nfts',
    query: { collection: of, limit: mostBills },
  };
  const read = (answer: { readonly ok: boolean; readonly value?: z.output<typeof items> }) =>
    (answer.value?.nft_items ?? []).slice(0, mostBills).map((raw) => {
      const { data: found } = item.safeParse(raw);
      return found && Address.parseRaw(found.address);
    });
  return { forms: { 'toncenter-v3': form(v3, read), tonapi: form(tonapi, read) } };
}

/** What a bill says of itself. */
interface Bill {
  readonly item: Address;
  readonly index: bigint;
  readonly tokens: bigint;
}

/** Pool tokens on the bills of an owner. */
interface BilledTokens {
  /** In their smallest unit. */
  readonly tokens: bigint;
  /** Whether some of what an index lists could not be asked. */
  readonly isShort: boolean;
}

/**
 * Pool tokens on the bills of an owner. A bill counts only if it is where its collection puts the bill of its number: anybody can make an NFT that says it
 * is one. So what says nothing that can be read is no bill, and nobody misses it.
 */
export async function tokensOnBills(
  context: TonContext,
  collection: Address,
  owner: Address,
  operation: Operation,
): Promise<BilledTokens> {
  const listed = await askOne(context, listedBills(collection, owner), operation);
  const known = listed.filter((each) => each !== undefined);
  const said = await askAll(context, known, (each) => getMethod(each, 'get_nft_data', []), operation);
  const bills = known.flatMap((each, i) => attempt(() => readBill(each, said[i], collection, owner)) ?? []);
  const places = await askAll(
    context,
    bills,
    ({ index }) => getMethod(collection, 'get_nft_address_by_index', [index]),
    operation,
  );
  const found = bills.map((bill, i) => {
    const answer = places[i];
    const place = answer && attempt(() => addressAt(answer, 0));
    return { tokens: place?.equals(bill.item) === true ? bill.tokens : 0n, isUnread: place === undefined };
  });
  return {
    tokens: found.reduce((sum, bill) => sum + bill.tokens, 0n),
    isShort: known.length < listed.length || said.includes(undefined) || found.some(({ isUnread }) => isUnread),
  };
}

/** Undefined stands for an answer that cannot be read. */
async function askAll<T>(
  context: TonContext,
  list: readonly T[],
  query: (each: T) => Query<MethodAnswer>,
  operation: Operation,
): Promise<readonly (MethodAnswer | undefined)[]> {
  if (list.length === 0) return [];
  const queries = Object.fromEntries(list.map((each, i) => [`q${i}`, query(each)]));
  const answers = await eachLegible(queries, (some) => ask(context, some, operation));
  return list.map((_, i) => answers[`q${i}`]);
}

/** `get_nft_data`: whether it is made, its number, its collection, its owner, and the tokens as its content. */
function readBill(item: Address, answer: MethodAnswer | undefined, collection: Address, owner: Address): Bill[] {
  if (answer === undefined || !hasRun(answer) || numberAt(answer, 0) === 0n) return [];
  if (!addressAt(answer, 2)?.equals(collection) || !addressAt(answer, 3)?.equals(owner)) return [];
  return [{ item, index: numberAt(answer, 1), tokens: cellAt(answer, 4).beginParse().loadCoins() }];
}
