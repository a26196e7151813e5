import { type Problem, problem } from '@isochain/core';
import { commentCell } from '../bytes/comment.ts';
import { nominatorComments } from '../bytes/pool-messages.ts';
import type { TonContext } from '../context.ts';
import {
  canPay,
  leastPayout,
  type NominatorPool,
  type NominatorStake,
  readNominatorPool,
  requestValue,
} from '../pools/nominator-pool.ts';
import type { Address } from '../ton-core.ts';
import { type OutMessage, sendModes } from '../wallets/signing-message.ts';
import type { Facts, Proposal } from './completion.ts';
import { fields, memoWarnings, noPosition, notFound, returnedWarning, stakeIdProblems } from './pools.ts';

// A nominator pool knows one order to pay: a request that it carries out at once, or notes until the round is over. Modes `unstake` and `withdraw`
// both give it, at different times.

/** About what comes back of what pays for a request, in nanotons: measured with the public contract on @ton/sandbox 0.41.0, at the prices of 2026. */
const returnedOfRequest = 850_000_000n;

/** A request, and who makes it. */
interface Request {
  readonly mode: 'unstake' | 'withdraw';
  readonly pool: Address;
  readonly sender: Address;
  readonly memo: string | undefined;
  readonly stakeId: string | undefined;
  /** What must be true of the position. */
  problemsOf(pool: NominatorPool, stake: NominatorStake, whole: bigint): Problem[];
}

type Part = Pick<Proposal<'withdraw'>, 'message' | 'amount' | 'attached' | 'spent' | 'errors' | 'warnings'> & {
  readonly params: { readonly stake: { readonly pool: 'nominators'; readonly attached: string } };
};

/** Asks a nominator pool for the whole position. */
export function proposeRequest(context: TonContext, request: Request, facts: Facts<Record<never, never>>): Part {
  const account = facts.account(request.pool);
  const pool = readNominatorPool(context, request.pool, account, request.sender);
  const stake = pool?.stake;
  const whole = stake === undefined ? 0n : stake.amount + stake.pending;
  const errors = [
    ...stakeIdProblems(request.stakeId, request.pool),
    ...(pool === undefined
      ? [noPosition(account)]
      : stake === undefined
        ? [notFound('the account is no nominator of the pool')]
        : request.problemsOf(pool, stake, whole)),
  ];
  return {
    message: requestTo(request.pool),
    ...(stake === undefined ? {} : { amount: whole }),
    spent: 0n,
    attached: requestValue,
    params: { stake: { pool: 'nominators', attached: requestValue.toString() } },
    errors,
    warnings: [
      ...(pool?.isInRound && request.mode === 'unstake' ? [problem('position.paidLater', {}, fields.pool)] : []),
      returnedWarning(context, requestValue, returnedOfRequest),
      ...memoWarnings(context, request.mode, request.memo),
    ],
  };
}

function requestTo(pool: Address): OutMessage {
  return {
    to: pool,
    bounce: true,
    value: requestValue,
    mode: sendModes.fixed,
    body: commentCell(nominatorComments.withdraw),
  };
}

/** Why a pool would pay nothing. With too few coins outside of a round it does not even note the request (`withdraw_nominator`). */
export function payoutProblems(pool: NominatorPool, whole: bigint): Problem[] {
  if (whole < leastPayout) {
    return [locked('it is below one coin, and the pool pays nothing out below that: it would be lost')];
  }
  if (pool.isInRound || canPay(pool, whole)) return [];
  return [locked('the pool does not have the coins at the moment, and takes no request now: try again later')];
}

export function locked(reason: string): Problem {
  return problem('position.locked', { reason }, fields.pool);
}
