import type { AccountStateRequest, Balances, NativeBalance } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { AlgorandContext } from '../context.ts';
import { spendable } from '../modes/funds.ts';
import { ask } from '../upstream/ask.ts';
import { type AccountFacts, account } from '../upstream/queries/accounts.ts';
import { holdingsPage } from '../upstream/queries/assets.ts';
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
): Promise<Balances> {
  if (!parts.has('tokens')) {
    const { facts } = await ask({ facts: account(of) }, operation);
    return coinParts(facts, parts);
  }
  const { facts, page } = await ask({ facts: account(of), page: holdingsPage(of) }, operation);
  return { ...coinParts(facts, parts), tokens: await heldTokens(context, facts, page, operation) };
}

function coinParts(facts: AccountFacts, parts: AccountStateRequest['parts']): Balances {
  return {
    ...(parts.has('native') ? { native: nativeOf(facts) } : {}),
    ...(parts.has('staking') ? { staking: stakingOf(facts) } : {}),
  };
}

/** What can be sent is what the account holds beside its minimum balance. Fees come out of it. */
function nativeOf(facts: AccountFacts): NativeBalance {
  const available = spendable(facts);
  return {
    available: (available < 0n ? 0n : available).toString(),
    total: facts.amount.toString(),
    unconfirmed: '0',
  };
}
