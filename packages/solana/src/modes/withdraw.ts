import { type CheckedIntent, type Decision, type ModeVerbs, type Problem, problem } from '@isochain/core';
import type { Named, SolanaContext } from '../context.ts';
import { anyTransfer } from '../fees/base-fee.ts';
import { computeUnits } from '../fees/compute-units.ts';
import { never } from '../layouts/index.ts';
import type { SolanaOptions } from '../options.ts';
import type { Solana } from '../types.ts';
import { taken } from '../wishes.ts';
import { type Facts, readScene, refused } from './completion.ts';
import {
  bySize,
  insufficient,
  isWith,
  notFound,
  type Position,
  type PositionRequest,
  positionAccounts,
  positionQuestions,
  positionRequest,
  readPositions,
  remainderTooLow,
  validatorWarnings,
} from './stake-accounts.ts';

type Withdraw = CheckedIntent<Solana, 'withdraw'>;

/** Withdraws coins that are no longer at stake. Withdrawing everything closes the stake account. */
export function withdraw(context: SolanaContext, options: SolanaOptions): ModeVerbs<Solana, 'withdraw'> {
  return {
    ...taken,
    async ask(intent, operation) {
      const { request, problems } = positionRequest(intent, 'withdrawer');
      if (request === undefined) return { decide: () => refused(problems) };
      const { sender, stakeId } = request;
      const recipe = {
        accounts: positionAccounts(request),
        writes: stakeId === undefined ? [] : [stakeId],
        questions: positionQuestions(request),
        guess: anyTransfer(sender),
        simulates: true,
        decide: (facts: WithdrawFacts) => decide(context, intent, request, facts),
      };
      return readScene(context, options, intent, recipe, operation);
    },
  };
}

type WithdrawFacts = Facts<'withdraw', ReturnType<typeof positionQuestions>>;

function decide(
  chain: Named,
  intent: Withdraw,
  request: PositionRequest,
  { snapshot, answers, offer: offerOf, judge }: WithdrawFacts,
): Decision<Solana, 'withdraw'> {
  const { positions = [], problems } = readPositions(snapshot, request, answers.listed);
  if (problems !== undefined) return refused(problems);
  // This mode has no `max`: without an amount it withdraws everything.
  const wanted = intent.amount === 'max' ? undefined : intent.amount;
  const { position, more = 0, problems: unfit } = choose(chain, positions, intent, request, wanted);
  if (position === undefined) return refused(unfit);
  const amount = wanted ?? withdrawable(position);
  const offer = offerOf(computeUnits.withdrawStake);
  return {
    computed: { stakeId: position.address, amount: amount.toString(), ...offer.computed, params: offer.params },
    ...judge(offer, {
      errors: amountProblems(chain, position, amount),
      warnings: [
        ...validatorWarnings(position, intent.parsed.validatorAddress),
        ...(more === 0 ? [] : [problem('position.more', { count: more })]),
      ],
    }),
  };
}

/** What the stake program pays out: coins beyond the stake and the reserve, or everything once nothing is at stake. */
function withdrawable({ lamports, staked, reserve }: Position): bigint {
  if (staked === 0n) return lamports;
  const excess = lamports - staked - reserve;
  return excess > 0n ? excess : 0n;
}

/** Chooses the named position, else among unlocked ones with the validator the smallest that is enough. Without an amount it takes the largest. */
function choose(
  chain: Named,
  positions: readonly Position[],
  { parsed: { validatorAddress } }: Withdraw,
  { stakeId }: PositionRequest,
  wanted: bigint | undefined,
): { position: Position; more?: number; problems?: never } | { position?: never; more?: never; problems: Problem[] } {
  const [named] = positions;
  if (stakeId !== undefined && named !== undefined) {
    return named.isLockedUp || withdrawable(named) === 0n ? { problems: whyLocked(named) } : { position: named };
  }
  const all = positions.filter((position) => isWith(position, validatorAddress));
  const unlocked = bySize(all.filter(({ staked, isLockedUp }) => staked === 0n && !isLockedUp));
  const [largest, ...others] = unlocked.toReversed();
  if (largest === undefined) {
    const [locked] = all;
    return {
      problems: locked === undefined ? [notFound(`nothing is with ${validatorAddress}`)] : whyLocked(locked),
    };
  }
  if (wanted === undefined) return { position: largest, more: others.length };
  const enough = unlocked.find(({ lamports }) => lamports >= wanted);
  return enough === undefined ? { problems: [insufficient(chain, largest.lamports, wanted)] } : { position: enough };
}

function whyLocked({ isLockedUp, delegation }: Position): Problem[] {
  const reason = isLockedUp
    ? 'a lockup is in force'
    : delegation?.deactivationEpoch === never
      ? 'all of it is at stake; unstake it first'
      : 'it is still being unlocked';
  return [problem('position.locked', { reason }, 'transaction.data.stakeId')];
}

function amountProblems(chain: Named, position: Position, amount: bigint): Problem[] {
  const available = withdrawable(position);
  if (amount > available) return [insufficient(chain, available, amount)];
  const left = position.lamports - amount;
  return left > 0n && left < position.reserve ? [remainderTooLow(chain, left, position.reserve)] : [];
}
