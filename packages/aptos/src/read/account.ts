import type { AccountStateRequest, NativeBalance, ReadBalances } from '@isochain/core';
import { eachLegible, type Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { aptMetadata, aptType, assetToken } from '../address/token-id.ts';
import type { AptosContext } from '../context.ts';
import type { AptosOptions } from '../options.ts';
import { type Answers, ask } from '../upstream/ask.ts';
import { balance } from '../upstream/queries/accounts.ts';
import type { Query } from '../upstream/query.ts';
import { heldTokens, toAmounts } from './held-tokens.ts';
import { stakingPart } from './positions.ts';

/**
 * APT, tokens and stakes, in one round: node and indexer are asked side by side. Stakes are with pools, so they are no part of the balance of APT.
 *
 * Nodes add up what is held as coin and as fungible asset, if they are asked by the type of the coin. A round more reads known fungible assets that an account
 * holds as coin too, facts that the index does not have, and further pages of it. What cannot be read is left out, and named in `unread`.
 */
export async function readAccountState(
  context: AptosContext,
  options: Pick<AptosOptions, 'tokens'>,
  of: Address,
  { parts }: Pick<AccountStateRequest, 'parts'>,
  operation: Operation,
): Promise<ReadBalances> {
  const [hasNative, hasTokens] = [parts.has('native'), parts.has('tokens')];
  const held = heldTokens(context, options, of);
  const needed = hasNative ? nativeQuestions(of) : {};
  const questions = { ...needed, ...(hasTokens ? held.questions : {}) };
  const askEach = (some: Readonly<Record<string, Query>>) =>
    eachLegible<Query, Readonly<Record<string, unknown>>>(
      some,
      (each) => ask(context, each, operation),
      Object.keys(needed),
    );
  const [answers, listed, staking] = await Promise.all([
    hasNative || hasTokens ? askEach(questions) : {},
    hasTokens ? held.listed(operation) : undefined,
    parts.has('staking') ? stakingPart(context, of, operation) : undefined,
  ]);
  const coins = listed === undefined ? {} : held.coins(listed);
  const later = Object.keys(coins).length === 0 ? {} : await askEach(coins);
  // What the first answer says of a token that is a coin too is only a part of it.
  const whole = Object.fromEntries(Object.entries(answers).filter(([id]) => !(id in coins)));
  const { held: amounts, unread } =
    listed === undefined ? { held: [], unread: [] } : held.amounts({ ...whole, ...later }, listed);
  return {
    ...(hasNative ? { native: toNative(answers as Answers<ReturnType<typeof nativeQuestions>>) } : {}),
    ...(hasTokens ? { tokens: await toAmounts(context, options, amounts, operation) } : {}),
    ...(staking === undefined ? {} : { staking: staking.staking }),
    unread: [...unread, ...(staking?.unread ?? [])],
  };
}

/** APT as fungible asset, and with what an account that has slept since 2024 may still hold as coin. */
function nativeQuestions(of: Address) {
  return { asset: balance(of, assetToken(aptMetadata)), all: balance(of, aptType) };
}

/** Transfers and fees take APT from the fungible asset alone (aptos-labs/aptos-core, aptos_account.move: fungible_transfer_only). */
function toNative({ asset, all }: Answers<ReturnType<typeof nativeQuestions>>): NativeBalance {
  // A block may lie between both answers.
  const total = all > asset ? all : asset;
  return { available: asset.toString(), total: total.toString(), unconfirmed: '0' };
}
