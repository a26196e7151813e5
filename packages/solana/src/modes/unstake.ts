import { type CheckedIntent, type Decision, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import { fallible } from '@isochain/core/upstream';
import { newStakeAddress } from '../bytes/params.ts';
import type { Named, SolanaContext } from '../context.ts';
import { anyTransfer } from '../fees/base-fee.ts';
import { computeUnits } from '../fees/compute-units.ts';
import { type Delegation, never } from '../layouts/index.ts';
import type { SolanaOptions } from '../options.ts';
import type { Solana } from '../types.ts';
import { isUnsupported, rpc } from '../upstream/rpc.ts';
import { taken } from '../wishes.ts';
import { type Facts, readScene, refused } from './completion.ts';
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
  positionRequest,
  readPositions,
  remainderTooLow,
  stakeReserve,
  validatorWarnings,
} from './stake-accounts.ts';

type Unstake = CheckedIntent<Solana, 'unstake'>;

/** A position that is at stake. */
type Delegated = Position & { readonly delegation: Delegation };

/** Ends all of a position, or a part of it, which becomes its own position. */
export function unstake(context: SolanaContext, options: SolanaOptions): ModeVerbs<Solana, 'unstake'> {
  return {
    ...taken,
    async ask(intent, operation) {
      const { request, problems } = positionRequest(intent, 'staker');
      if (request === undefined) return { decide: () => refused(problems) };
      const { sender, stakeId } = request;
      const recipe = {
        accounts: positionAccounts(request),
        writes: stakeId === undefined ? [] : [stakeId],
        questions: questionsOf(request),
        guess: anyTransfer(sender),
        simulates: true,
        decide: (facts: UnstakeFacts) => decide(context, intent, request, facts),
      };
      return readScene(context, options, intent, recipe, operation);
    },
  };
}

function questionsOf(request: PositionRequest) {
  return { minimum: fallible(rpc.stakeMinimumDelegation(), isUnsupported), ...positionQuestions(request) };
}

type UnstakeFacts = Facts<'unstake', ReturnType<typeof questionsOf>>;

function decide(
  chain: Named,
  intent: Unstake,
  request: PositionRequest,
  { snapshot, answers, offer: offerOf, judge }: UnstakeFacts,
): Decision<Solana, 'unstake'> {
  const { positions = [], problems } = readPositions(snapshot, request, answers.listed);
  if (problems !== undefined) return refused(problems);
  const wanted = intent.amount ?? 'max';
  const { position, problems: unfit } = choose(chain, positions, intent, request, wanted);
  if (position === undefined) return refused(unfit);

  const isWhole = wanted === 'max' || wanted >= position.delegation.stake;
  const amount = wanted === 'max' ? position.lamports : wanted;
  const computed = { stakeId: position.address, amount: amount.toString() };
  const warnings = validatorWarnings(position, intent.parsed.validatorAddress);
  if (isWhole) {
    const offer = offerOf(computeUnits.deactivateStake);
    return { computed: { ...computed, ...offer.computed, params: offer.params }, ...judge(offer, { warnings }) };
  }
  const deposit = stakeReserve(snapshot);
  const what = 'the staking account of the part that is unstaked';
  const offer = offerOf(2n * computeUnits.system + computeUnits.splitStake + computeUnits.deactivateStake);
  const { blockhash } = offer.params;
  const made = { blockhash, target: position.address, amount, memo: intent.data.memo };
  const account = newStakeAddress(request.sender, made);
  const newStake = { account, deposit: deposit.toString() };
  return {
    computed: { ...computed, ...offer.computed, params: { ...offer.params, newStake } },
    ...judge(offer, {
      spending: { deposit: { lamports: deposit, what } },
      errors: partProblems(chain, position, amount, minimumDelegation(answers.minimum)),
      warnings: [...warnings, problem('account.deposit', { deposit: nativeAmount(chain, deposit), what })],
    }),
  };
}

/** Chooses the named position, else the smallest one with the validator that is enough. */
function choose(
  chain: Named,
  positions: readonly Position[],
  { parsed: { validatorAddress } }: Unstake,
  { stakeId }: PositionRequest,
  wanted: bigint | 'max',
): { position: Delegated; problems?: never } | { position?: never; problems: Problem[] } {
  const [named] = positions;
  if (stakeId !== undefined && named !== undefined) {
    const problems = stateProblems(named);
    if (problems.length > 0 || !isDelegated(named)) return { problems };
    if (wanted === 'max' || wanted <= named.lamports) return { position: named };
    return { problems: [insufficient(chain, named.lamports, wanted)] };
  }
  const fit = bySize(positions)
    .filter(isDelegated)
    .filter((position) => isWith(position, validatorAddress) && position.delegation.deactivationEpoch === never);
  const [first] = fit;
  if (first === undefined) return { problems: [notFound(`nothing is at stake with ${validatorAddress}`)] };
  if (wanted === 'max') {
    if (fit.length === 1) return { position: first };
    return { problems: [problem('position.ambiguous', { count: fit.length }, 'transaction.data.stakeId')] };
  }
  const enough = fit.find(({ lamports }) => lamports >= wanted);
  return enough === undefined
    ? { problems: [insufficient(chain, fit.at(-1)?.lamports ?? 0n, wanted)] }
    : { position: enough };
}

function isDelegated(position: Position): position is Delegated {
  return position.delegation !== undefined;
}

function stateProblems({ delegation, staked }: Position): Problem[] {
  if (delegation?.deactivationEpoch === never) return [];
  return [problem(staked > 0n ? 'position.unlocking' : 'position.notStaked', {}, 'transaction.data.stakeId')];
}

/** Both parts must be large enough to be staked, even the part that ends. */
function partProblems(chain: Named, position: Delegated, part: bigint, minimum: bigint): Problem[] {
  if (part < minimum) {
    return [problem('position.partTooLow', { minimum: nativeAmount(chain, minimum) }, 'transaction.data.amount')];
  }
  const left = position.delegation.stake - part;
  return left < minimum ? [remainderTooLow(chain, left, minimum)] : [];
}
