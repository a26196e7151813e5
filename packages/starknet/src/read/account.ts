import type { AccountStateRequest, ReadBalances } from '@isochain/core';
import { ask, type Operation, silent } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import type { StarknetContext } from '../context.ts';
import type { StarknetOptions } from '../options.ts';
import { nativeBalance } from '../upstream/token-calls.ts';
import { heldTokens } from './held-tokens.ts';
import { type ReadStakes, readStaking } from './positions.ts';

/**
 * STRK and the known tokens, in one round. Stakes take more: see `readStaking`. Every address has balances, whether or not an account is deployed there: it
 * is funded before.
 *
 * The state is the one that the next block will see, so nothing waits unconfirmed.
 *
 * @param id - Canonical.
 */
export async function readAccountState(
  context: StarknetContext,
  options: Pick<StarknetOptions, 'tokens'>,
  id: string,
  { parts }: Pick<AccountStateRequest, 'parts'>,
  operation: Operation,
): Promise<ReadBalances> {
  // Core has checked it: it is canonical.
  const owner = id as Address;
  const held = parts.has('tokens') ? await heldTokens(context, options, owner) : undefined;
  const [answers, staking] = await Promise.all([
    ask(operation, { ...(parts.has('native') ? { native: nativeBalance(owner) } : {}), ...held?.questions }),
    parts.has('staking') ? stakesOf(context, owner, parts, operation) : { unread: [] },
  ]);
  const { native } = answers;
  const amounts = held === undefined ? { unread: [] } : await held.amounts(answers, operation);
  return {
    ...(native === undefined
      ? {}
      : { native: { available: native.toString(), total: native.toString(), unconfirmed: '0' } }),
    ...amounts,
    ...staking,
    unread: [...amounts.unread, ...staking.unread],
  };
}

/** Stakes come from contracts and searches that fail more often than a balance does. Balances are told without them then, and an empty part is never told. */
async function stakesOf(
  context: StarknetContext,
  owner: Address,
  parts: AccountStateRequest['parts'],
  operation: Operation,
): Promise<Partial<ReadStakes> & Pick<ReadStakes, 'unread'>> {
  const stakes = readStaking(context, owner, operation);
  return parts.size > 1 ? ((await silent(stakes)) ?? { unread: ['the stakes'] }) : stakes;
}
