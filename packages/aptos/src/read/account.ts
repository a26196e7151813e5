import type { AccountStateRequest, Balances } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { aptType } from '../address/token-id.ts';
import type { AptosContext } from '../context.ts';
import type { AptosOptions } from '../options.ts';
import { ask } from '../upstream/ask.ts';
import { balance } from '../upstream/queries/accounts.ts';
import { heldTokens, toAmounts } from './held-tokens.ts';
import { stakingPart } from './positions.ts';

/**
 * APT, tokens and stakes. Node and indexer are asked side by side. Stakes are with pools: they are no part of the balance of APT.
 *
 * APT as coin and as fungible asset is one balance, which nodes add up. They do so for other tokens too, if they are asked by the type of the coin.
 */
export async function readAccountState(
  context: AptosContext,
  options: Pick<AptosOptions, 'tokens'>,
  of: Address,
  { parts }: Pick<AccountStateRequest, 'parts'>,
  operation: Operation,
): Promise<Balances> {
  const [hasNative, hasTokens] = [parts.has('native'), parts.has('tokens')];
  const held = heldTokens(context, options, of);
  const questions = { ...(hasNative ? { native: balance(of, aptType) } : {}), ...(hasTokens ? held.questions : {}) };
  const [answers, listed, staking] = await Promise.all([
    hasNative || hasTokens ? ask(context, questions, operation) : {},
    hasTokens ? held.listed(operation) : [],
    parts.has('staking') ? stakingPart(context, of, operation) : undefined,
  ]);
  const { native } = answers as { readonly native?: bigint };
  const coins = held.coins(listed);
  const later = Object.keys(coins).length === 0 ? {} : await ask(context, coins, operation);
  const amounts = hasTokens ? held.amounts({ ...answers, ...later }, listed) : [];
  return {
    ...(native === undefined
      ? {}
      : { native: { available: native.toString(), total: native.toString(), unconfirmed: '0' } }),
    ...(hasTokens ? { tokens: await toAmounts(context, options, amounts, operation) } : {}),
    ...(staking === undefined ? {} : { staking }),
  };
}
