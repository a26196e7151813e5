import { type CheckedIntent, type ModeVerbs, type Problem, problem } from '@isochain/core';
import type { Address } from '../address/address.ts';
import { coinToken, type TokenId } from '../address/token-id.ts';
import { type EntryFunction, transferAssetCall, transferCoinsCall } from '../bytes/calls.ts';
import type { AptosContext } from '../context.ts';
import { type StructTag, typeText } from '../move/type-tag.ts';
import type { AptosOptions } from '../options.ts';
import { knownAptosTokens, metadataOf } from '../tokens/known-tokens.ts';
import type { FactQuestions } from '../tokens/look-up.ts';
import type { Aptos } from '../types.ts';
import { balance } from '../upstream/queries/accounts.ts';
import { assetStore, coinStore, pairedCoin, type StoreFacts } from '../upstream/queries/tokens.ts';
import type { Query } from '../upstream/query.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { recipientProblems, recipientQuestions, recipientWarnings } from './recipients.ts';
import { creditProblems } from './token-credits.ts';
import { termQuestions, termsOf, tokenAmountProblems, tokenField } from './token-terms.ts';
import { readVmStatus } from './vm-status.ts';

type Intent = CheckedIntent<Aptos, 'transferToken'>;

/**
 * Transfers of coins and of fungible assets, in two rounds.
 *
 * A fungible asset may take the place of a coin, and the sender may hold a part of it as that coin still. A node tells the coin in the first round. If the
 * part may be needed, everything is asked once more, because only the type of the coin leads to it. The type is remembered.
 */
export function transferToken(
  context: AptosContext,
  options: Pick<AptosOptions, 'tokens'> = {},
): ModeVerbs<Aptos, 'transferToken'> {
  return {
    wishes: wishesOf.transferToken,
    honours,
    async ask(intent, operation) {
      let needed: StructTag | undefined;
      const read = (coin: StructTag | undefined) =>
        readScene(
          context,
          intent,
          {
            questions: questionsOf(context, options, intent, coin),
            propose({ answers }: Facts<Questions>) {
              needed = coin === undefined ? neededCoin(context, intent, answers) : undefined;
              return needed === undefined ? propose(context, options, intent, { coin, answers }) : {};
            },
          },
          operation,
        );
      const scene = await read(knownCoin(context, options, intent.parsed.tokenId));
      return needed === undefined ? scene : read(needed);
    },
  };
}

const recipientField = 'transaction.data.recipientAddress';

/** What is asked about a transfer. */
type Questions = ReturnType<typeof recipientQuestions> &
  Partial<FactQuestions> & {
    /** What the sender can send. */
    readonly tokenHeld: Query<bigint>;
    readonly store: Query<StoreFacts | undefined>;
    readonly recipientStore: Query<StoreFacts | undefined>;
    /** Of a fungible asset whose coin is known: what the sender has without the part that is a coin. */
    readonly assetHeld?: Query<bigint>;
    /** The coin that a fungible asset takes the place of, if that is not known. */
    readonly coin?: Query<StructTag | undefined>;
  };

/** @param coin - What a fungible asset takes the place of, if that is known. */
function questionsOf(
  context: AptosContext,
  options: Pick<AptosOptions, 'tokens'>,
  { parsed: { senderAddress: from, recipientAddress: to, tokenId: token } }: Intent,
  coin: StructTag | undefined,
): Questions {
  const shared = { ...recipientQuestions(to), ...termQuestions(context, options, token) };
  if (token.kind === 'coin') {
    return {
      ...shared,
      tokenHeld: balance(from, token),
      store: coinStore(from, token.type),
      recipientStore: coinStore(to, token.type),
    };
  }
  const { metadata } = token;
  return {
    ...shared,
    ...(coin === undefined
      ? { tokenHeld: balance(from, token), coin: pairedCoin(metadata) }
      : { tokenHeld: balance(from, coinToken(coin)), assetHeld: balance(from, token) }),
    store: assetStore(from, metadata),
    recipientStore: assetStore(to, metadata),
  };
}

/** The coin that a fungible asset takes the place of, as far as that is known without asking. A hash proves that both belong together. */
function knownCoin(
  context: AptosContext,
  { tokens }: Pick<AptosOptions, 'tokens'>,
  token: TokenId,
): StructTag | undefined {
  if (token.kind === 'coin') return undefined;
  const listed = knownAptosTokens(context.chainId, tokens).find(({ metadata }) => metadata === token.metadata)?.token;
  return listed?.kind === 'coin' ? listed.type : context.pairedCoins.get(token.metadata);
}

/** The coin of a fungible asset, if what the sender holds as asset is not all that may be needed. */
function neededCoin(
  { pairedCoins }: AptosContext,
  { amount: wanted = 0n, parsed: { tokenId: token } }: Intent,
  { coin, tokenHeld }: Facts<Questions>['answers'],
): StructTag | undefined {
  if (coin === undefined) return undefined;
  pairedCoins.set(metadataOf(token), coin);
  return wanted === 'max' || wanted > tokenHeld ? coin : undefined;
}

function propose(
  context: AptosContext,
  options: Pick<AptosOptions, 'tokens'>,
  { amount: wanted = 0n, parsed: { senderAddress: from, recipientAddress: to, tokenId: token } }: Intent,
  { coin: paired, answers }: { readonly coin: StructTag | undefined } & Pick<Facts<Questions>, 'answers'>,
): Proposal<'transferToken'> {
  const { tokenHeld, assetHeld, store, recipientStore } = answers;
  const terms = termsOf(context, options, token, answers);
  const errors = [...recipientProblems(context, to, answers), ...tokenProblems(token, to)];
  if ('problem' in terms) return { errors: [...errors, terms.problem], amount: wanted === 'max' ? undefined : wanted };
  const amount = wanted === 'max' ? tokenHeld : wanted;
  errors.push(...tokenAmountProblems(terms, tokenHeld, amount), ...frozenProblems(store, recipientStore));
  const warnings = recipientWarnings({ sender: from, recipient: to }, answers, recipientStore !== undefined);
  if (errors.length > 0) return { errors, warnings, amount };
  // A transfer of the asset would leave what is a coin behind. A transfer of the coin spends both.
  const coin = assetHeld !== undefined && assetHeld < tokenHeld ? paired : undefined;
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
