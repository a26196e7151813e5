import type { AccountStateRequest, NativeBalance, ReadBalances } from '@isochain/core';
import { eachLegible, type Operation } from '@isochain/core/upstream';
import { type Address, fromBase58Address } from '../address/address.ts';
import type { TronContext } from '../context.ts';
import type { TronOptions } from '../options.ts';
import { ask } from '../upstream/ask.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';
import { type Block, latestBlock } from '../upstream/queries/blocks.ts';
import { type ShownAccount, shownAccount, unusedAccount } from '../upstream/queries/shown-account.ts';
import { reward } from '../upstream/queries/witnesses.ts';
import type { Query } from '../upstream/query.ts';
import { heldContracts, toAmounts } from './held-tokens.ts';
import { stakingOf } from './positions.ts';
import { unreadBalance } from './unread-balance.ts';

/**
 * Native coins, tokens and stakes, in one round trip. A second one reads facts of tokens that nobody has asked for yet, and further pages of the index.
 * What cannot be read is left out, and named in `unread`.
 *
 * An address that was never activated holds no coins, and may hold TRC-20 tokens.
 *
 * @param id - In base58.
 */
export async function readAccountState(
  context: TronContext,
  options: Pick<TronOptions, 'tokens'>,
  id: string,
  { parts }: Pick<AccountStateRequest, 'parts'>,
  operation: Operation,
): Promise<ReadBalances> {
  // Core has checked it.
  const of = fromBase58Address(id) as Address;
  const hasTokens = parts.has('tokens');
  const held = heldContracts(context, options, of);
  const questions = {
    account: shownAccount(of),
    ...(parts.has('staking') ? { owed: reward(of), head: latestBlock } : {}),
    ...(hasTokens ? held.questions : {}),
  };
  const [answers, listed] = await Promise.all([
    eachLegible<Query, Answers>(questions, (some) => ask(some, operation), ['account', 'head']),
    hasTokens ? held.listed(operation) : { holdings: [], unread: [] },
  ]);
  const { account: facts = unusedAccount(of), owed, head } = answers;
  const found = hasTokens ? held.amounts(answers, listed.holdings) : { held: [], unread: [] };
  const amounts = hasTokens ? [...assetsOf(facts), ...found.held] : [];
  const staking = head && stakingOf(of, facts, owed, head);
  return {
    ...(parts.has('native') ? { native: toNative(facts) } : {}),
    ...(hasTokens ? { tokens: await toAmounts(context, options, amounts, operation) } : {}),
    ...(staking === undefined ? {} : { staking }),
    unread: [
      ...(hasTokens ? facts.unreadAssets.map((asset) => unreadBalance(options, asset)) : []),
      ...found.unread,
      ...listed.unread,
      ...(staking !== undefined && (facts.lacksStakes || facts.lacksVotes) ? ['a stake'] : []),
      ...(staking !== undefined && owed === undefined ? ['the rewards'] : []),
    ],
  };
}

interface Answers {
  readonly account?: ShownAccount | undefined;
  readonly head?: Block | undefined;
  readonly owed?: bigint | undefined;
  readonly [contract: string]: unknown;
}

/** What is staked is not in the balance. */
function toNative({ balance }: AccountFacts): NativeBalance {
  return { available: balance.toString(), total: balance.toString(), unconfirmed: '0' };
}

function assetsOf({ assets }: AccountFacts) {
  return [...assets].flatMap(([id, amount]) =>
    amount === 0n ? [] : [{ token: { type: 'TRC10', id } as const, amount }],
  );
}
