import { type CheckedIntent, formatAmount, type ModeVerbs, type Problem, problem } from '@isochain/core';
import { decimals, maxAmount } from '../bytes/stroops.ts';
import type { StellarContext } from '../context.ts';
import type { Stellar } from '../types.ts';
import { type AccountFacts, account, type Trustline } from '../upstream/queries/accounts.ts';
import { poolAssets } from '../upstream/queries/pools.ts';
import type { Query } from '../upstream/query.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { clawbackWarnings, tokenField, trustlineOf } from './token-holdings.ts';

type EnableToken = CheckedIntent<Stellar, 'enableToken'>;

type IssuerQuestions = { readonly issuer: Query<AccountFacts | undefined> };
type PoolQuestions = { readonly pools: Query<ReadonlySet<string> | undefined> };

/** Makes a trustline, changes its limit or removes it, in one round. */
export function enableToken(context: StellarContext): ModeVerbs<Stellar, 'enableToken'> {
  return {
    wishes: wishesOf.enableToken,
    honours,
    ask(intent, operation) {
      const { senderAddress: of, tokenId: token } = intent.parsed;
      const own = { ...intent, amount: undefined };
      if (intent.wishes.remove === true) {
        const propose = (facts: Facts<PoolQuestions>) => proposeRemoval(intent, facts);
        return readScene(context, own, { questions: { pools: poolAssets(of.account) }, propose }, operation);
      }
      const propose = (facts: Facts<IssuerQuestions>) => proposeLimit(context, intent, facts);
      return readScene(context, own, { questions: { issuer: account(token.issuer) }, propose }, operation);
    },
  };
}

/** Most entries of an account (stellar/stellar-core, src/transactions/TransactionUtils.cpp: ACCOUNT_SUBENTRY_LIMIT). */
const mostSubentries = 1_000n;

const limitField = 'transaction.data.params.limit';

const invalidLimit = (reason: string) => problem('wish.invalid', { field: limitField, reason }, limitField);

/** In words: a reason is plain text. */
const shown = (amount: bigint, code: string) => `${formatAmount(amount, decimals)} ${code}`;

function proposeLimit(
  context: StellarContext,
  { parsed: { tokenId: token, senderAddress: of }, wishes }: EnableToken,
  { answers: { issuer }, sender, reserve }: Facts<IssuerQuestions>,
): Proposal<'enableToken'> {
  const { limit = maxAmount } = wishes;
  const { name: chain } = context.identity;
  // The chain refuses it as malformed (stellar/stellar-core, src/transactions/ChangeTrustOpFrame.cpp: doCheckValid).
  if (of.account === token.issuer) {
    const reason = 'the sender issues it, so it needs no trustline for it';
    return { errors: [problem('token.invalid', { chain, reason }, tokenField)] };
  }
  const line = trustlineOf(sender, token);
  const errors: Problem[] = limitProblems(limit, line);
  if (issuer === undefined)
    errors.push(
      problem('token.unknown', { token: token.text, chain, reason: 'its issuer does not exist' }, tokenField),
    );
  const params = { limit: limit.toString() };
  if (line !== undefined) {
    const isSame = line.limit === limit;
    return {
      errors,
      warnings: [
        ...(isSame ? [problem('token.alreadyEnabled', {}, tokenField)] : []),
        ...approvalWarnings(!line.isAuthorized),
        ...clawbackWarnings(token, [line]),
      ],
      params,
    };
  }
  if (sender.subentries >= mostSubentries)
    errors.push(problem('account.full', { count: sender.subentries, chain }, 'transaction.data.senderAddress'));
  return {
    errors,
    warnings: [
      ...approvalWarnings(issuer?.flags.authRequired === true),
      ...clawbackWarnings(token, [{ isClawback: issuer?.flags.authClawback === true }]),
    ],
    locked: reserve.baseReserve,
    lockedFor: 'the trustline',
    params,
  };
}

/** A limit holds what the account has, and what its offers would bring in (stellar/stellar-core, TransactionUtils.cpp: getMinimumLimit). */
function limitProblems(limit: bigint, line: Trustline | undefined): Problem[] {
  if (limit === 0n) return [invalidLimit('a limit of 0 removes the trustline. Wish for remove to do that')];
  if (line === undefined) return [];
  const least = line.balance + line.buying;
  if (limit >= least) return [];
  const offers = line.buying === 0n ? '' : ', with what its offers buy';
  return [invalidLimit(`the account has ${shown(least, line.token.code)}${offers}`)];
}

function approvalWarnings(isNeeded: boolean): Problem[] {
  return isNeeded ? [problem('token.needsApproval', { who: 'sender' }, tokenField)] : [];
}

/** The chain removes a trustline that nothing uses, also if its issuer does not exist any more (stellar/stellar-core, ChangeTrustOpFrame.cpp: doApply). */
function proposeRemoval(
  { parsed: { tokenId: token }, wishes }: EnableToken,
  { answers: { pools }, sender }: Facts<PoolQuestions>,
): Proposal<'enableToken'> {
  const line = trustlineOf(sender, token);
  const unremovable = (reason: string) => problem('token.unremovable', { reason }, tokenField);
  const errors: Problem[] = wishes.limit === undefined ? [] : [invalidLimit('it contradicts remove')];
  if (line === undefined) return { errors: [...errors, unremovable('the account has not enabled it')] };
  if (line.balance > 0n) errors.push(unremovable(`the account holds ${shown(line.balance, token.code)}`));
  if (line.buying > 0n) errors.push(unremovable(`offers of the account buy ${shown(line.buying, token.code)}`));
  if (pools?.has(token.text) === true) errors.push(unremovable('the account has shares of a pool with it'));
  return { errors, params: { limit: '0' } };
}
