import type { AccountStateRequest, NativeBalance, ReadBalances } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { AlgorandContext } from '../context.ts';
import { spendable } from '../modes/funds.ts';
import { ask } from '../upstream/ask.ts';
import { type ShownAccount, shownAccount } from '../upstream/queries/accounts.ts';
import { holdingsPage } from '../upstream/queries/held-assets.ts';
import { heldTokens } from './held-tokens.ts';
import { stakingOf } from './staking.ts';

/**
 * ALGO, assets and what is at stake, in one round: the account and the first page of its holdings are read side by side. An account that was never used has
 * nothing.
 */
export async function readAccountState(
  context: AlgorandContext,
  of: Address,
  { parts }: Pick<AccountStateRequest, 'parts'>,
  operation: Operation,
): Promise<ReadBalances> {
  if (!parts.has('tokens')) {
    const { facts } = await ask({ facts: shownAccount(of) }, operation);
    return coinParts(facts, parts);
  }
  const { facts, page } = await ask({ facts: shownAccount(of), page: holdingsPage(of) }, operation);
  const { unread: unreadCoins = [], ...coins } = coinParts(facts, parts);
  const { tokens, unread } = await heldTokens(context, facts, page, operation);
  return withUnread({ ...coins, tokens }, [...unreadCoins, ...unread]);
}

function coinParts(facts: ShownAccount, parts: AccountStateRequest['parts']): ReadBalances {
  const { status } = facts;
  const staking = !parts.has('staking') || status === undefined ? {} : { staking: stakingOf({ ...facts, status }) };
  const native = parts.has('native') ? { native: nativeOf(facts) } : {};
  return withUnread(
    { ...native, ...staking },
    parts.has('staking') && status === undefined ? ['what is at stake'] : [],
  );
}

function withUnread(balances: ReadBalances, unread: readonly string[]): ReadBalances {
  return unread.length === 0 ? balances : { ...balances, unread };
}

/** What can be sent is what the account holds beside its minimum balance. Fees come out of it. */
function nativeOf(facts: ShownAccount): NativeBalance {
  const available = spendable(facts);
  return {
    available: (available < 0n ? 0n : available).toString(),
    total: facts.amount.toString(),
    unconfirmed: '0',
  };
}
