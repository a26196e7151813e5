import { type CheckedIntent, formatAmount, type ModeVerbs, type Problem, problem, toBase64 } from '@isochain/core';
import { goOnlineFee } from '../bytes/limits.ts';
import type { Params } from '../bytes/params.ts';
import type { ParticipationKeys } from '../bytes/transaction.ts';
import type { AlgorandContext } from '../context.ts';
import type { Algorand } from '../types.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { lookbackRounds, participationKeys } from './participation-keys.ts';

const senderField = 'transaction.data.senderAddress';

/** What an account must hold to get rewards for its blocks, in microAlgos (go-algorand, config/consensus.go: Payouts.MinBalance and MaxBalance). */
const leastRewarded = 30_000n * 1_000_000n;
const mostRewarded = 70_000_000n * 1_000_000n;

/**
 * Takes part in the consensus, with all that the account holds. The participation keys are made by a node of the user: nobody else can. The rules: go-algorand,
 * data/transactions/keyreg.go and ledger/apply/keyreg.go.
 */
export function stake(context: AlgorandContext): ModeVerbs<Algorand, 'stake'> {
  return {
    wishes: wishesOf.stake,
    honours,
    ask: (intent, operation) =>
      readScene(context, intent, { questions: {}, propose: (facts) => propose(context, intent, facts) }, operation),
  };
}

function propose(
  context: AlgorandContext,
  intent: CheckedIntent<Algorand, 'stake'>,
  { sender, round, fee }: Facts<Record<never, never>>,
): Proposal<'stake'> {
  const { wishes } = intent;
  const { keys, errors: flaws } = participationKeys(wishes, round);
  const errors = [...targetProblems(context, intent), ...statusProblems(sender), ...flaws];
  // The network counts this fee once. Who is eligible stays so.
  const leastFee = wishes.rewards === true && !sender.isIncentiveEligible ? goOnlineFee : 0n;
  if (keys === undefined) return { errors, leastFee };
  return {
    deed: { type: 'goOnline', keys },
    errors,
    leastFee,
    warnings: [
      problem('stake.needsNode', { rounds: lookbackRounds.toString() }, 'transaction.data.params'),
      ...rewardsNews(context, sender, fee),
    ],
    params: paramsOf(keys),
  };
}

function targetProblems(
  { identity }: AlgorandContext,
  { amount, data, parsed }: CheckedIntent<Algorand, 'stake'>,
): Problem[] {
  const { senderAddress: sender, targetValidatorAddress: validator } = parsed;
  const reason = 'an account stakes with itself alone, so targetValidatorAddress must be senderAddress';
  return [
    ...(validator === sender
      ? []
      : [problem('validator.inactive', { validator, reason }, 'transaction.data.targetValidatorAddress')]),
    ...(data.sourceValidatorAddress === undefined
      ? []
      : [problem('stake.immovable', { chain: identity.name }, 'transaction.data.sourceValidatorAddress')]),
    ...(amount === 'max' ? [] : [problem('stake.everything', {}, 'transaction.data.amount')]),
  ];
}

/** An account that was once marked so never takes part again (go-algorand, ledger/apply/keyreg.go). */
function statusProblems({ status }: AccountFacts): Problem[] {
  if (status !== 'Not Participating') return [];
  return [
    problem('stake.unregistrable', { reason: 'the account was excluded from the consensus for ever' }, senderField),
  ];
}

/**
 * Why blocks of the account would pay nothing (go-algorand, agreement/proposal.go: payoutEligible). A fee of 2 ALGO makes it eligible, also without the wish.
 *
 * @param fee - In microAlgos.
 */
function rewardsNews(context: AlgorandContext, { amount, isIncentiveEligible }: AccountFacts, fee: bigint): Problem[] {
  const left = amount - fee;
  const { decimals, ticker } = context.identity;
  const text = (microAlgos: bigint) => `${formatAmount(microAlgos, decimals)} ${ticker}`;
  const reasons = [
    ...(left < leastRewarded || left > mostRewarded
      ? [`it would hold ${text(left)}, and rewards need ${text(leastRewarded)} to ${text(mostRewarded)}`]
      : []),
    ...(isIncentiveEligible || fee >= goOnlineFee
      ? []
      : [`it has not paid the ${text(goOnlineFee)} that rewards need once, which "rewards": true in params adds`]),
  ];
  if (reasons.length === 0) return [];
  return [problem('stake.noRewards', { reason: reasons.join('. Also, ') }, senderField)];
}

function paramsOf(keys: ParticipationKeys): Partial<Params<'stake'>> {
  return {
    voteKey: toBase64(keys.voteKey),
    selectionKey: toBase64(keys.selectionKey),
    stateProofKey: toBase64(keys.stateProofKey),
    voteFirst: keys.voteFirst.toString(),
    voteLast: keys.voteLast.toString(),
    voteKeyDilution: keys.voteKeyDilution.toString(),
  };
}
