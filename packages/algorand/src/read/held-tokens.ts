import { refuse, type TokenAmount } from '@isochain/core';
import { type Operation, RejectedAnswer } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { AlgorandContext } from '../context.ts';
import { toToken, toUnnamedToken } from '../tokens.ts';
import { type Answers, ask, askOne } from '../upstream/ask.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';
import {
  type AssetFacts,
  allHoldings,
  asset,
  type HeldAsset,
  type HoldingsPage,
  holdingsPage,
} from '../upstream/queries/assets.ts';

/** Most holdings of an account that are read: ten pages. Our own choice. An account opts in to each of its assets, so nobody can fill it with worthless ones. */
const mostHoldings = 10_000n;

/** Most pages that are read, for nodes that list fewer at once. Our own choice. */
const mostPages = 40;

/** Most assets that are looked up one by one, where a list does not tell what they are. Our own choice. */
const mostLookUps = 250;

/**
 * All assets that an account has opted in to, by their numbers. Those of which it holds nothing are among them: each locks a part of its ALGO until it opts out.
 *
 * Most accounts are read in one round, with the account itself. A round more reads each further page of 1,000 holdings.
 *
 * @param account - The account, read beside the first page.
 * @param first - The first page. Undefined if the node has no pages.
 * @throws RefusedError `account.tooManyTokens`.
 */
export async function heldTokens(
  context: AlgorandContext,
  { address: owner, assets }: Pick<AccountFacts, 'address' | 'assets'>,
  first: HoldingsPage | undefined,
  operation: Operation,
): Promise<TokenAmount[]> {
  if (assets > mostHoldings) throw tooMany(context);
  const listed =
    first === undefined ? await atOnce(context, owner, operation) : await allPages(context, owner, first, operation);
  const factsOf = await assetsOf(context, listed, operation);
  return listed.flatMap(({ id, amount }) => {
    const facts = factsOf.get(id);
    if (facts !== undefined) return [{ token: toToken(facts), amount: amount.toString() }];
    return amount > 0n ? [] : [{ token: toUnnamedToken(id), amount: '0' }];
  });
}

const tooMany = ({ identity }: Pick<AlgorandContext, 'identity'>) =>
  refuse('account.tooManyTokens', { limit: Number(mostHoldings), chain: identity.name });

/** Each page comes after the last one: another asset twice is a page that was read twice. */
async function allPages(
  context: AlgorandContext,
  owner: Address,
  first: HoldingsPage,
  operation: Operation,
): Promise<readonly HeldAsset[]> {
  const found = new Map(first.holdings.map((held) => [held.id, held]));
  let pages = 1;
  for (let page = first; page.next !== undefined; pages++) {
    if (found.size >= mostHoldings) throw tooMany(context);
    const isLast = pages === mostPages - 1;
    const following = await askOne(holdingsPage(owner, { next: page.next }), operation, {
      accept: (next) => {
        if (next === undefined) throw new RejectedAnswer('it lists no holdings by pages', 'unavailable');
        if (next.holdings.some(({ id }) => found.has(id)))
          throw new RejectedAnswer('it lists holdings of the page before');
        if (isLast && next.next !== undefined) throw new RejectedAnswer('its pages are too short', 'unable');
      },
    });
    page = following ?? { holdings: [], next: undefined };
    for (const held of page.holdings) found.set(held.id, held);
  }
  return [...found.values()];
}

/** For nodes without pages. */
async function atOnce(context: AlgorandContext, owner: Address, operation: Operation): Promise<readonly HeldAsset[]> {
  const listed = await askOne(allHoldings(owner), operation);
  if (listed === undefined || listed.length > mostHoldings) throw tooMany(context);
  return listed;
}

/** What assets are, by their numbers: as the list tells, as it was read before, or as nodes answer. An asset is missing if it was destroyed meanwhile. */
async function assetsOf(
  context: AlgorandContext,
  held: readonly HeldAsset[],
  operation: Operation,
): Promise<ReadonlyMap<bigint, AssetFacts>> {
  const known = new Map<bigint, AssetFacts>();
  const unknown: bigint[] = [];
  for (const { id, amount, asset: told } of held) {
    const facts = told ?? context.tokenMemory.get(id.toString());
    if (facts !== undefined) known.set(id, facts);
    // Lists by pages tell what each asset is, unless it was destroyed.
    else if (amount > 0n) unknown.push(id);
  }
  if (unknown.length > mostLookUps) throw tooMany(context);
  if (unknown.length === 0) return known;
  const questions = Object.fromEntries(unknown.map((id) => [id.toString(), asset(id)]));
  const answers: Answers<typeof questions> = await ask(questions, operation);
  for (const facts of Object.values(answers)) {
    if (facts === undefined) continue;
    context.tokenMemory.set(facts.id.toString(), facts);
    known.set(facts.id, facts);
  }
  return known;
}
