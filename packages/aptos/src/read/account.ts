import type { AccountStateRequest, Balances, NativeBalance } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { aptMetadata, aptType, assetToken } from '../address/token-id.ts';
import type { AptosContext } from '../context.ts';
import type { AptosOptions } from '../options.ts';
import { type Answers, ask } from '../upstream/ask.ts';
import { balance } from '../upstream/queries/accounts.ts';
import { heldTokens, toAmounts } from './held-tokens.ts';
import { stakingPart } from './positions.ts';

/**
 * APT, tokens and stakes, in one round: node and indexer are asked side by side. Stakes are with pools, so they are no part of the balance of APT.
 *
 * Nodes add up what is held as coin and as fungible asset, if they are asked by the type of the coin. A round more reads known fungible assets that an account
 * holds as coin too, facts that the index does not have, and further pages of it.
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
  const questions = { ...(hasNative ? nativeQuestions(of) : {}), ...(hasTokens ? held.questions : {}) };
  const [answers, listed, staking] = await Promise.all([
    hasNative || hasTokens ? ask(context, questions, operation) : {},
    hasTokens ? held.listed(operation) : [],
    parts.has('staking') ? stakingPart(context, of, operation) : undefined,
  ]);
  const coins = held.coins(listed);
  const later = Object.keys(coins).length === 0 ? {} : await ask(context, coins, operation);
  const amounts = hasTokens ? held.amounts({ ...answers, ...later }, listed) : [];
  return {
    ...(hasNative ? { native: toNative(answers as Answers<ReturnType<typeof nativeQuestions>>) } : {}),
    ...(hasTokens ? { tokens: await toAmounts(context, options, amounts, operation) } : {}),
    ...(staking === undefined ? {} : { staking }),
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
