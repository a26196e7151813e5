import { type CheckedIntent, type Completion, type Operation, type Problem, problem } from '@isochain/core';
import { anyTransfer } from './base-fee.ts';
import type { SolanaContext } from './chains.ts';
import { complete, type Decision, refused, type Scene } from './completion.ts';
import { computeUnits } from './compute-units.ts';
import { never } from './layouts.ts';
import type { SolanaOptions } from './options.ts';
import {
  bySize,
  insufficient,
  isWith,
  notFound,
  type Position,
  type PositionRequest,
  positionAccounts,
  positionQuestions,
  readPositions,
  remainderTooLow,
  stakeIdProblems,
  validatorWarnings,
} from './positions.ts';

type Withdraw = CheckedIntent<'withdraw'>;

/** Completes a withdrawal of what is not at stake any more. All of it closes the stake account. */
export async function completeWithdraw(
  context: SolanaContext,
  options: SolanaOptions,
  intent: Withdraw,
  operation: Operation,
): Promise<Completion<'withdraw'>> {
  const { senderAddress: sender, stakeId, validatorAddress } = intent.data;
  const unusable = stakeIdProblems(stakeId);
  if (unusable.length > 0) return refused(intent, unusable);
  const request: PositionRequest = { sender, stakeId, authority: 'withdrawer' };
  const questions = positionQuestions(request);

  function decide({ snapshot, answers, offer }: Scene<typeof questions>): Decision {
    const { positions = [], problems } = readPositions(snapshot, request, answers.listed);
    if (problems !== undefined) return { errors: problems };
    // `max` does not come with this mode; without an amount it is everything.
    const wanted = intent.amount === 'max' ? undefined : intent.amount;
    const { position, more = 0, problems: unfit } = choose(context, positions, intent, wanted);
    if (position === undefined) return { errors: unfit };
    const amount = wanted ?? withdrawable(position);
    return {
      data: { stakeId: position.address, amount: amount.toString() },
      offer: offer(computeUnits.withdrawStake),
      errors: amountProblems(context, position, amount),
      warnings: [
        ...validatorWarnings(position, validatorAddress),
        ...(more === 0 ? [] : [problem('position.more', { count: more })]),
      ],
    };
  }

  const writes = stakeId === undefined ? [] : [stakeId];
  const recipe = {
    accounts: positionAccounts(request),
    writes,
    questions,
    guess: anyTransfer(sender),
    simulates: true,
    decide,
  };
  return complete(context, options, intent, recipe, operation);
}

/** What the stake program lets go: what came in beyond the stake, or is not needed for rent any more, and once nothing is at stake all of it. */
function withdrawable({ lamports, staked, reserve }: Position): bigint {
  if (staked === 0n) return lamports;
  const excess = lamports - staked - reserve;
  return excess > 0n ? excess : 0n;
}

/**
 * The position that is named; or of those with the validator that are unlocked the smallest that is enough, and without an amount the largest.
 */
function choose(
  context: SolanaContext,
  positions: readonly Position[],
  { data }: Withdraw,
  wanted: bigint | undefined,
): { position: Position; more?: number; problems?: never } | { position?: never; more?: never; problems: Problem[] } {
  const [named] = positions;
  if (data.stakeId !== undefined && named !== undefined) {
    return named.isLockedUp || withdrawable(named) === 0n ? { problems: whyLocked(named) } : { position: named };
  }
  const all = positions.filter((position) => isWith(position, data.validatorAddress));
  const unlocked = bySize(all.filter(({ staked, isLockedUp }) => staked === 0n && !isLockedUp));
  const [largest, ...others] = unlocked.toReversed();
  if (largest === undefined) {
    const [locked] = all;
    return {
      problems: locked === undefined ? [notFound(`nothing is with ${data.validatorAddress}`)] : whyLocked(locked),
    };
  }
  if (wanted === undefined) return { position: largest, more: others.length };
  const enough = unlocked.find(({ lamports }) => lamports >= wanted);
  return enough === undefined ? { problems: [insufficient(context, largest.lamports, wanted)] } : { position: enough };
}

function whyLocked({ isLockedUp, delegation }: Position): Problem[] {
  const reason = isLockedUp
    ? 'a lockup is in force'
    : delegation?.deactivationEpoch === never
      ? 'all of it is at stake; unstake it first'
      : 'it is still being unlocked';
  return [problem('position.locked', { reason }, 'transaction.data.stakeId')];
}

function amountProblems(context: SolanaContext, position: Position, amount: bigint): Problem[] {
  const available = withdrawable(position);
  if (amount > available) return [insufficient(context, available, amount)];
  const left = position.lamports - amount;
  return left > 0n && left < position.reserve ? [remainderTooLow(context, left, position.reserve)] : [];
}
