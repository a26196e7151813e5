import { refuse, type TokenAmount } from '@isochain/core';
import { isMalformed, type Operation, RejectedAnswer, silent } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { AlgorandContext } from '../context.ts';
import { toToken, toUnnamedToken, unnamed } from '../tokens.ts';
import { ask, askOne } from '../upstream/ask.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';
import { type ShownAsset, shownAsset } from '../upstream/queries/assets.ts';
import {
  allHoldings,
  type HeldAsset,
  type Holdings,
  type HoldingsPage,
  holdingsPage,
  type OddHolding,
} from '../upstream/queries/held-assets.ts';

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
): Promise<HeldTokens> {
  if (assets > mostHoldings) throw tooMany(context);
  const { holdings, odd } =
    first === undefined ? await atOnce(context, owner, operation) : await allPages(context, owner, first, operation);
  const { known, unread } = await assetsOf(context, holdings, operation);
  return {
    tokens: holdings.flatMap(({ id, amount }) => {
      const facts = known.get(id);
      if (facts !== undefined) return [{ token: toToken(facts), amount: amount.toString() }];
      return amount > 0n ? [] : [{ token: toUnnamedToken(id), amount: '0' }];
    }),
    unread: [...odd.map(nounOf), ...unread.map((id) => nounOf({ id, asset: undefined }))],
  };
}

/** What an account holds, and nouns for what is left out because it cannot be read. */
interface HeldTokens {
  readonly tokens: TokenAmount[];
  readonly unread: readonly string[];
}

function nounOf({ id, asset }: OddHolding): string {
  if (id === undefined) return 'a token balance';
  return `the balance of ${asset === undefined ? unnamed(id) : toToken(asset).ticker}`;
}

const tooMany = ({ identity }: Pick<AlgorandContext, 'identity'>) =>
  refuse('account.tooManyTokens', { limit: Number(mostHoldings), chain: identity.name });

/** Each page comes after the last one: another asset twice is a page that was read twice. */
async function allPages(
  context: AlgorandContext,
  owner: Address,
  first: HoldingsPage,
  operation: Operation,
): Promise<Holdings> {
  const odd = [...first.odd];
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
    page = following ?? { holdings: [], odd: [], next: undefined };
    for (const held of page.holdings) found.set(held.id, held);
    odd.push(...page.odd);
  }
  return { holdings: [...found.values()], odd };
}

/** For nodes without pages. */
async function atOnce(context: AlgorandContext, owner: Address, operation: Operation): Promise<Holdings> {
  const listed = await askOne(allHoldings(owner), operation);
  if (listed === undefined || listed.holdings.length > mostHoldings) throw tooMany(context);
  return listed;
}

/** What assets are. `unread` has the numbers of those that nobody tells in a form that fits. */
interface FoundAssets {
  readonly known: ReadonlyMap<bigint, ShownAsset>;
  readonly unread: readonly bigint[];
}

/** As the list tells, as it was read before, or as nodes answer. An asset is in neither part if it was destroyed meanwhile. */
async function assetsOf(
  context: AlgorandContext,
  held: readonly HeldAsset[],
  operation: Operation,
): Promise<FoundAssets> {
  const known = new Map<bigint, ShownAsset>();
  const unknown: bigint[] = [];
  for (const { id, amount, asset: told } of held) {
    const facts = told ?? context.tokenMemory.get(id.toString());
    if (facts !== undefined) known.set(id, facts);
    // Lists by pages tell what each asset is, unless it was destroyed.
    else if (amount > 0n) unknown.push(id);
  }
  if (unknown.length > mostLookUps) throw tooMany(context);
  const answers = await lookUp(unknown, operation);
  for (const facts of answers.values()) {
    if (facts === undefined) continue;
    context.tokenMemory.set(facts.id.toString(), facts);
    known.set(facts.id, facts);
  }
  return { known, unread: unknown.filter((id) => !answers.has(id)) };
}

/** By number. Undefined for an asset that was destroyed. Missing for one that no node tells in a form that fits. */
async function lookUp(
  ids: readonly bigint[],
  operation: Operation,
): Promise<ReadonlyMap<bigint, ShownAsset | undefined>> {
  if (ids.length === 0) return new Map();
  const questions = Object.fromEntries(ids.map((id) => [id.toString(), shownAsset(id)]));
  try {
    const answers = await ask(questions, operation);
    return new Map(ids.map((id) => [id, answers[id.toString()]]));
  } catch (error) {
    if (!isMalformed(error)) throw error;
    // One odd asset must not cost the others, so each is asked alone.
    const found = await Promise.all(
      ids.map(async (id) => ({ id, answer: await silent(ask({ asset: shownAsset(id) }, operation)) })),
    );
    return new Map(found.flatMap(({ id, answer }) => (answer === undefined ? [] : [[id, answer.asset] as const])));
  }
}
