import { type CheckedIntent, type Completion, type Operation, optional, type Problem, problem } from '@isochain/core';
import { anyTransfer } from './base-fee.ts';
import type { SolanaContext } from './chains.ts';
import { complete, type Decision, refused, type Scene } from './completion.ts';
import { computeUnits } from './compute-units.ts';
import { type Delegation, never } from './layouts.ts';
import type { SolanaOptions } from './options.ts';
import { newStakeAddress } from './params.ts';
import {
  bySize,
  insufficient,
  isWith,
  minimumDelegation,
  notFound,
  type Position,
  type PositionRequest,
  positionAccounts,
  positionQuestions,
  readPositions,
  remainderTooLow,
  stakeIdProblems,
  stakeReserve,
  validatorWarnings,
} from './positions.ts';
import { rpc } from './rpc.ts';
import { nativeAmount } from './terms.ts';

type Unstake = CheckedIntent<'unstake'>;

/** A position that is at stake. */
type Delegated = Position & { readonly delegation: Delegation };

/** Completes the end of a stake: all of a position, or a part, which becomes a position of its own. */
export async function completeUnstake(
  context: SolanaContext,
  options: SolanaOptions,
  intent: Unstake,
  operation: Operation,
): Promise<Completion<'unstake'>> {
  const { senderAddress: sender, stakeId, validatorAddress } = intent.data;
  const unusable = stakeIdProblems(stakeId);
  if (unusable.length > 0) return refused(intent, unusable);
  const request: PositionRequest = { sender, stakeId, authority: 'staker' };
  const questions = { minimum: optional(rpc.stakeMinimumDelegation()), ...positionQuestions(request) };

  function decide({ snapshot, answers, offer: offerOf }: Scene<typeof questions>): Decision {
    const { positions = [], problems } = readPositions(snapshot, request, answers.listed);
    if (problems !== undefined) return { errors: problems };
    const wanted = intent.amount ?? 'max';
    const { position, problems: unfit } = choose(context, positions, intent, wanted);
    if (position === undefined) return { errors: unfit };

    const isWhole = wanted === 'max' || wanted >= position.delegation.stake;
    const amount = wanted === 'max' ? position.lamports : wanted;
    const common = {
      data: { stakeId: position.address, amount: amount.toString() },
      warnings: validatorWarnings(position, validatorAddress),
    };
    if (isWhole) return { ...common, offer: offerOf(computeUnits.deactivateStake) };

    const deposit = stakeReserve(snapshot);
    const offer = offerOf(2n * computeUnits.system + computeUnits.splitStake + computeUnits.deactivateStake);
    const account = newStakeAddress(sender, offer.params.blockhash);
    return {
      ...common,
      offer,
      params: { newStake: { account, deposit: deposit.toString() } },
      spending: { deposit: { lamports: deposit, what: 'the part that is unstaked' } },
      errors: partProblems(context, position, amount, minimumDelegation(answers.minimum)),
      warnings: [...common.warnings, problem('stake.deposit', { deposit: nativeAmount(context, deposit) })],
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

/** The position that is named; or of those with the validator the smallest that is enough. */
function choose(
  context: SolanaContext,
  positions: readonly Position[],
  { data }: Unstake,
  wanted: bigint | 'max',
): { position: Delegated; problems?: never } | { position?: never; problems: Problem[] } {
  const [named] = positions;
  if (data.stakeId !== undefined && named !== undefined) {
    const problems = stateProblems(named);
    if (problems.length > 0 || !isDelegated(named)) return { problems };
    if (wanted === 'max' || wanted <= named.lamports) return { position: named };
    return { problems: [insufficient(context, named.lamports, wanted)] };
  }
  const fit = bySize(positions)
    .filter(isDelegated)
    .filter((position) => isWith(position, data.validatorAddress) && position.delegation.deactivationEpoch === never);
  const [first] = fit;
  if (first === undefined) return { problems: [notFound(`nothing is at stake with ${data.validatorAddress}`)] };
  if (wanted === 'max') {
    if (fit.length === 1) return { position: first };
    return { problems: [problem('position.ambiguous', { count: fit.length }, 'transaction.data.stakeId')] };
  }
  const enough = fit.find(({ lamports }) => lamports >= wanted);
  return enough === undefined
    ? { problems: [insufficient(context, fit.at(-1)?.lamports ?? 0n, wanted)] }
    : { position: enough };
}

function isDelegated(position: Position): position is Delegated {
  return position.delegation !== undefined;
}

function stateProblems({ delegation, staked }: Position): Problem[] {
  if (delegation?.deactivationEpoch === never) return [];
  return [problem(staked > 0n ? 'position.unlocking' : 'position.notStaked', {}, 'transaction.data.stakeId')];
}

/** Both parts must be large enough to be staked, though one of them is not going to be. */
function partProblems(context: SolanaContext, position: Delegated, part: bigint, minimum: bigint): Problem[] {
  if (part < minimum) {
    return [problem('position.partTooLow', { minimum: nativeAmount(context, minimum) }, 'transaction.data.amount')];
  }
  const left = position.delegation.stake - part;
  return left < minimum ? [remainderTooLow(context, left, minimum)] : [];
}
