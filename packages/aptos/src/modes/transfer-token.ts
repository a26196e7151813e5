import { type CheckedIntent, type ModeVerbs, type Problem, problem } from '@isochain/core';
import type { Address } from '../address/address.ts';
import type { TokenId } from '../address/token-id.ts';
import { type EntryFunction, transferAssetCall, transferCoinsCall } from '../bytes/calls.ts';
import type { AptosContext } from '../context.ts';
import { type StructTag, typeText } from '../move/type-tag.ts';
import type { AptosOptions } from '../options.ts';
import { metadataOf } from '../tokens/known-tokens.ts';
import type { FactQuestions } from '../tokens/look-up.ts';
import type { Aptos } from '../types.ts';
import { balance } from '../upstream/queries/accounts.ts';
import { assetBalance, assetStore, coinStore, pairedCoin, type StoreFacts } from '../upstream/queries/tokens.ts';
import type { Query } from '../upstream/query.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { recipientProblems, recipientQuestions, recipientWarnings } from './recipients.ts';
import { creditProblems } from './token-credits.ts';
import { termQuestions, termsOf, tokenAmountProblems, tokenField } from './token-terms.ts';
import { readVmStatus } from './vm-status.ts';

type Intent = CheckedIntent<Aptos, 'transferToken'>;

/** Transfers of coins and of fungible assets. */
export function transferToken(
  context: AptosContext,
  options: Pick<AptosOptions, 'tokens'> = {},
): ModeVerbs<Aptos, 'transferToken'> {
  return {
    wishes: wishesOf.transferToken,
    honours,
    ask: (intent, operation) =>
      readScene(
        context,
        intent,
        {
          questions: questionsOf(context, options, intent),
          propose: (facts) => propose(context, options, intent, facts),
        },
        operation,
      ),
  };
}

const recipientField = 'transaction.data.recipientAddress';

/** What is asked about a transfer. */
type Questions = ReturnType<typeof recipientQuestions> &
  Partial<FactQuestions> & {
    /** What the sender has as coin and as fungible asset together. */
    readonly tokenHeld: Query<bigint>;
    readonly store: Query<StoreFacts | undefined>;
    readonly recipientStore: Query<StoreFacts | undefined>;
    /** Of a fungible asset: what the sender has without what is still a coin. */
    readonly assetHeld?: Query<bigint | undefined>;
    /** The coin that a fungible asset was. */
    readonly coin?: Query<StructTag | undefined>;
  };

function questionsOf(
  context: AptosContext,
  options: Pick<AptosOptions, 'tokens'>,
  { parsed: { senderAddress: from, recipientAddress: to, tokenId: token } }: Intent,
): Questions {
  const shared = {
    ...recipientQuestions(to),
    ...termQuestions(context, options, token),
    tokenHeld: balance(from, token),
  };
  if (token.kind === 'coin')
    return { ...shared, store: coinStore(from, token.type), recipientStore: coinStore(to, token.type) };
  const { metadata } = token;
  return {
    ...shared,
    store: assetStore(from, metadata),
    recipientStore: assetStore(to, metadata),
    assetHeld: assetBalance(from, metadata),
    coin: pairedCoin(metadata),
  };
}

function propose(
  context: AptosContext,
  options: Pick<AptosOptions, 'tokens'>,
  { amount: wanted = 0n, parsed: { senderAddress: from, recipientAddress: to, tokenId: token } }: Intent,
  { answers }: Facts<Questions>,
): Proposal<'transferToken'> {
  const { tokenHeld, store, recipientStore } = answers;
  const terms = termsOf(context, options, token, answers);
  const errors = [...recipientProblems(to, answers), ...tokenProblems(token, to)];
  if ('problem' in terms) return { errors: [...errors, terms.problem], amount: wanted === 'max' ? undefined : wanted };
  const amount = wanted === 'max' ? tokenHeld : wanted;
  errors.push(...tokenAmountProblems(terms, tokenHeld, amount), ...frozenProblems(store, recipientStore));
  const warnings = recipientWarnings({ sender: from, recipient: to }, answers, recipientStore !== undefined);
  if (errors.length > 0) return { errors, warnings, amount };
  const coin = spentAsCoin(token, answers);
  return {
    warnings,
    amount,
    call: callOf(token, coin, to, amount),
    fails,
    settle({ simulated }) {
      // Coins have no code of their issuer: what is sent arrives.
      const isCoin = token.kind === 'coin' || coin !== undefined;
      const credits = isCoin
        ? undefined
        : creditProblems({ metadata: metadataOf(token), from, to, amount }, simulated.events, terms);
      return {
        amount,
        spent: 0n,
        ...(coin === undefined ? {} : { params: { coinType: typeText(coin) } }),
        ...credits,
      };
    },
  };
}

/** A transfer of a fungible asset spends its store alone. What is still a coin would stay behind, so that the coin is sent: it spends both. */
function spentAsCoin(
  token: TokenId,
  { coin, assetHeld, tokenHeld }: Facts<Questions>['answers'],
): StructTag | undefined {
  const isPartly = token.kind === 'asset' && assetHeld !== undefined && assetHeld < tokenHeld;
  return isPartly ? coin : undefined;
}

function callOf(token: TokenId, coin: StructTag | undefined, to: Address, amount: bigint): EntryFunction {
  const type = token.kind === 'coin' ? token.type : coin;
  return type === undefined ? transferAssetCall(metadataOf(token), to, amount) : transferCoinsCall(type, to, amount);
}

function tokenProblems(token: TokenId, to: Address): Problem[] {
  return metadataOf(token) === to ? [problem('recipient.isToken', {}, recipientField)] : [];
}

function frozenProblems(store: StoreFacts | undefined, recipientStore: StoreFacts | undefined): Problem[] {
  return [
    ...(store?.isFrozen === true ? [problem('sender.frozen', {}, 'transaction.data.senderAddress')] : []),
    ...(recipientStore?.isFrozen === true ? [problem('recipient.frozen', {}, recipientField)] : []),
  ];
}

/** What it means that a transfer of a token fails in the simulation. */
function fails(status: string): Problem {
  const { name, reason } = readVmStatus(status);
  if (name !== 'EACCOUNT_DOES_NOT_ACCEPT_DIRECT_COIN_TRANSFERS')
    return problem('token.transferFails', { reason }, tokenField);
  const refusal = 'the recipient takes no coins that it did not ask for, so it has to enable this one first';
  return problem('token.transferFails', { reason: refusal }, recipientField);
}
