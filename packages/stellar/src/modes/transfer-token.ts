import { type CheckedIntent, type ModeVerbs, type Problem, problem } from '@isochain/core';
import type { StellarContext } from '../context.ts';
import type { Stellar } from '../types.ts';
import { account } from '../upstream/queries/accounts.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type IssuerQuestions, issuerOf, proposeClaimable, reclaimProblems } from './claimable-balance.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { recipientMemoProblems } from './memo.ts';
import { type RecipientQuestions, recipientProblems } from './recipients.ts';
import {
  clawbackWarnings,
  type Obstacle,
  receivingObstacle,
  sendingOf,
  tokenField,
  trustlineOf,
} from './token-holdings.ts';

type TransferToken = CheckedIntent<Stellar, 'transferToken'>;

/**
 * Transfers of tokens, in one round: a payment, or a claimable balance if the client wishes for one and the recipient cannot take the tokens yet.
 *
 * Payments do not need the issuer's account: it may have been removed (stellar/stellar-core, PathPaymentOpFrameBase.cpp: checkIssuer, until protocol 13).
 */
export function transferToken(context: StellarContext): ModeVerbs<Stellar, 'transferToken'> {
  return {
    wishes: wishesOf.transferToken,
    honours,
    ask(intent, operation) {
      const recipient = account(intent.parsed.recipientAddress.account);
      if (intent.wishes.claimable !== true) {
        const propose = (facts: Facts<RecipientQuestions>) => proposePayment(intent, facts);
        return readScene(context, intent, { questions: { recipient }, propose }, operation);
      }
      const propose = (facts: Facts<RecipientQuestions & IssuerQuestions>) => proposeEither(context, intent, facts);
      const issuer = issuerOf(intent.parsed.tokenId);
      return readScene(context, intent, { questions: { recipient, issuer }, propose }, operation);
    },
  };
}

/** A payment if the recipient can take it. Otherwise a claimable balance. */
function proposeEither(
  context: StellarContext,
  intent: TransferToken,
  facts: Facts<RecipientQuestions & IssuerQuestions>,
): Proposal<'transferToken'> {
  const { recipientAddress: to, tokenId: token } = intent.parsed;
  const { amount, errors } = sendingOf(facts.sender, token, intent.amount ?? 0n);
  const obstacle = receivingObstacle(to, facts.answers.recipient, token, amount ?? 0n);
  if (errors.length > 0 || amount === undefined || obstacle === undefined) return proposePayment(intent, facts);
  return proposeClaimable(context, intent, { facts, amount, obstacle });
}

function proposePayment(
  { amount: wanted = 0n, parsed, wishes }: TransferToken,
  { answers: { recipient }, sender, memo }: Facts<RecipientQuestions>,
): Proposal<'transferToken'> {
  const { recipientAddress: to, tokenId: token } = parsed;
  const { amount, errors } = sendingOf(sender, token, wanted);
  const obstacle = receivingObstacle(to, recipient, token, amount ?? 0n);
  const memoNews = recipientMemoProblems(to, recipient, memo);
  const isBack = to.account === token.issuer;
  return {
    errors: [
      ...reclaimProblems(wishes),
      ...recipientProblems(to, isBack ? undefined : recipient),
      ...(obstacle === undefined || isMoot(obstacle, errors) ? [] : [obstacle.problem]),
      ...errors,
      ...memoNews.errors,
    ],
    warnings: [
      ...(isBack ? burnWarnings : []),
      ...(isBack ? [] : clawbackWarnings(token, [trustlineOf(sender, token), trustlineOf(recipient, token)])),
      ...memoNews.warnings,
    ],
    amount,
  };
}

/** What the sender does not have needs no room. */
function isMoot({ kind }: Obstacle, errors: readonly Problem[]): boolean {
  return kind === 'noRoom' && errors.length > 0;
}

/** What the issuer gets back counts as nobody's. */
const burnWarnings: readonly Problem[] = [problem('token.burned', {}, tokenField)];
