import type { AccountStateRequest, Balances, NativeBalance } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import { type Address, fromBase58Address } from '../address/address.ts';
import type { TronContext } from '../context.ts';
import type { TronOptions } from '../options.ts';
import { ask } from '../upstream/ask.ts';
import { type AccountFacts, accountSchema, factsOf, shownAccount } from '../upstream/queries/accounts.ts';
import { latestBlock } from '../upstream/queries/blocks.ts';
import { reward } from '../upstream/queries/witnesses.ts';
import { heldContracts, toAmounts } from './held-tokens.ts';
import { stakingOf } from './positions.ts';

/**
 * Native coins, tokens and stakes, in one round trip. A second one reads facts of tokens that nobody has asked for yet, and further pages of the index.
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
): Promise<Balances> {
  // Core has checked it.
  const of = fromBase58Address(id) as Address;
  const hasTokens = parts.has('tokens');
  const held = heldContracts(context, options, of);
  const [answers, listed] = await Promise.all([
    ask(
      {
        account: shownAccount(of),
        ...(parts.has('staking') ? { owed: reward(of), head: latestBlock } : {}),
        ...(hasTokens ? held.questions : {}),
      },
      operation,
    ),
    hasTokens ? held.listed(operation) : [],
  ]);
  const { account: facts = factsOf(of, accountSchema.parse({})), owed, head } = answers;
  const amounts = hasTokens ? [...assetsOf(facts), ...held.amounts(answers, listed)] : [];
  return {
    ...(parts.has('native') ? { native: toNative(facts) } : {}),
    ...(hasTokens ? { tokens: await toAmounts(context, options, amounts, operation) } : {}),
    ...(owed === undefined || head === undefined ? {} : { staking: stakingOf(of, facts, owed, head) }),
  };
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
