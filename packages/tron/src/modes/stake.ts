import {
  type CheckedIntent,
  ceilDiv,
  largestAmount,
  type ModeVerbs,
  nativeAmount,
  type Problem,
  problem,
} from '@isochain/core';
import { type Address, toBase58Address } from '../address/address.ts';
import type { Vote } from '../bytes/contracts.ts';
import { maxInt64 } from '../bytes/contracts.ts';
import { sunOfVote } from '../bytes/plan.ts';
import type { TronContext } from '../context.ts';
import { bandwidthAfter, baseFee } from '../fees/fees.ts';
import { idleVotes } from '../staking/power.ts';
import { changeVotes, mostVotes, votesFor } from '../staking/votes.ts';
import type { Tron } from '../types.ts';
import { brokerage, countedWitnesses, rewardedWitnesses } from '../upstream/queries/witnesses.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { varintEnds } from './maximum.ts';
import { fields, noPosition, noVotesFor, rulesProblems, tooMuch, wholeProblems } from './staking.ts';

type Intent = CheckedIntent<Tron, 'stake'>;

/**
 * Stakes coins with a super representative. The chain has two steps for that, each with its own signature: coins are frozen, and frozen coins vote.
 * A stake votes if enough frozen coins have no vote, and freezes otherwise. With `sourceValidatorAddress` it moves votes from there.
 */
export function stake(context: TronContext): ModeVerbs<Tron, 'stake'> {
  return {
    wishes: wishesOf.stake,
    honours,
    ask: (intent, operation) =>
      readScene(
        context,
        intent,
        { questions: questionsOf(intent), propose: (facts) => propose(context, intent, facts) },
        operation,
      ),
  };
}

function questionsOf({ parsed: { targetValidatorAddress } }: Intent) {
  return { witnesses: countedWitnesses, kept: brokerage(targetValidatorAddress) };
}

type StakeFacts = Facts<ReturnType<typeof questionsOf>>;

function propose(context: TronContext, intent: Intent, facts: StakeFacts): Proposal<'stake'> {
  const { targetValidatorAddress: target, sourceValidatorAddress: source } = intent.parsed;
  const refusals = [...rulesProblems(facts.parameters), ...targetProblems(context, target, facts)];
  if (refusals.length > 0) return { spent: 0n, errors: refusals };
  const proposal =
    source === undefined ? proposeStake(context, intent, facts) : proposeMove(context, intent, source, facts);
  return { ...proposal, warnings: [...targetWarnings(target, facts), ...(proposal.warnings ?? [])] };
}

function targetProblems(context: TronContext, target: Address, { answers: { witnesses } }: StakeFacts): Problem[] {
  if (witnesses.some(({ address }) => address === target)) return [];
  const names = { validator: toBase58Address(target), chain: context.identity.name };
  return [problem('validator.notFound', names, fields.target)];
}

/** The chain takes votes for validators that pay nothing, without a warning. */
function targetWarnings(target: Address, { answers: { witnesses, kept } }: StakeFacts): Problem[] {
  const rank = witnesses.findIndex(({ address }) => address === target) + 1;
  return [
    ...(rank > rewardedWitnesses ? [problem('validator.delinquent', {}, fields.target)] : []),
    ...(kept >= 1 ? [problem('validator.keepsAll', {}, fields.target)] : []),
  ];
}

function proposeStake(context: TronContext, intent: Intent, facts: StakeFacts): Proposal<'stake'> {
  const { amount: wanted = 0n, wishes } = intent;
  const idle = idleVotes(facts.sender) * sunOfVote;
  const most = wanted === 'max' ? mostToFreeze(intent, facts) : 0n;
  const covered = wanted === 'max' ? most : wanted;
  const step = wishes.step ?? (idle > 0n && idle >= covered ? 'vote' : 'freeze');
  if (step === 'vote') return proposeVote(context, intent, wanted === 'max' ? idle : wanted, facts);
  return proposeFreeze(context, intent, wanted === 'max' ? most : wanted, facts);
}

/** @param amount - Sun of frozen coins. */
function proposeVote(
  context: TronContext,
  { parsed: { targetValidatorAddress: target } }: Intent,
  amount: bigint,
  { sender }: StakeFacts,
): Proposal<'stake'> {
  const idle = idleVotes(sender) * sunOfVote;
  if (idle === 0n) {
    const reason = 'all frozen coins of the account have a vote, or it has none. Freeze coins first';
    return { spent: 0n, errors: [noPosition(reason, fields.amount)] };
  }
  const problems = wholeProblems(context, amount);
  if (problems.length === 0 && amount > idle) problems.push(tooMuch(context, idle, amount));
  if (problems.length > 0) return { amount, spent: 0n, errors: problems };
  return voteOf(changeVotes(sender.votes, target, amount / sunOfVote), amount);
}

/** A vote replaces all votes of the account, so it repeats those that stay. */
function voteOf(votes: readonly Vote[], amount: bigint): Proposal<'stake'> {
  return {
    contract: { type: 'VoteWitnessContract', votes },
    amount,
    spent: 0n,
    errors: countProblems(votes),
  };
}

function countProblems(votes: readonly Vote[]): Problem[] {
  if (votes.length <= mostVotes) return [];
  const reason = `the account votes for ${mostVotes} validators already, and the chain takes no more`;
  return [problem('transaction.fails', { reason }, fields.target)];
}

function proposeFreeze(context: TronContext, intent: Intent, amount: bigint, facts: StakeFacts): Proposal<'stake'> {
  const { parsed, wishes } = intent;
  const { sender, baseFeeOf } = facts;
  const native = (value: bigint) => nativeAmount(context, value);
  if (amount > maxInt64) {
    // No account holds so much, and no transaction can say it.
    const numbers = { available: native(sender.balance), amount: native(amount) };
    return { amount, spent: amount, errors: [problem('balance.insufficient', numbers, fields.amount)] };
  }
  const contract = freezeOf(amount, wishes.resource);
  const fees = baseFeeOf(contract);
  if (amount === 0n) {
    const numbers = { available: native(sender.balance), fees: native(fees) };
    return { spent: 0n, errors: [problem('balance.nothingToSend', numbers, fields.amount)] };
  }
  const votes = amount / sunOfVote;
  const left = sender.balance - amount - fees;
  const voteFee = laterVoteFee(intent, amount, votes, facts);
  const idle = idleVotes(sender) * sunOfVote;
  const names = { validator: toBase58Address(parsed.targetValidatorAddress), votes: votes.toString() };
  return {
    contract,
    amount,
    spent: amount,
    errors: [
      ...wholeProblems(context, amount),
      ...countProblems(changeVotes(sender.votes, parsed.targetValidatorAddress, votes)),
    ],
    warnings: [
      problem('stake.freezesOnly', { amount: native(amount), ...names }, 'transaction.data.params.step'),
      ...(idle > 0n ? [problem('stake.idleVotes', { idle: native(idle) }, fields.amount)] : []),
      ...(left >= 0n && left < voteFee
        ? [problem('stake.voteUnpaid', { left: native(left), fee: native(voteFee) }, fields.amount)]
        : []),
    ],
  };
}

function freezeOf(amount: bigint, resource: 'BANDWIDTH' | 'ENERGY' = 'BANDWIDTH') {
  return { type: 'FreezeBalanceV2Contract', amount, resource } as const;
}

/**
 * What the vote after a freeze costs, in sun. What the freeze itself gives does not count: that is about one and a half bytes for each coin
 * (TotalNetLimit / TotalNetWeight), and may be less when the vote is sent.
 */
function laterVoteFee(
  { parsed: { targetValidatorAddress: target }, wishes }: Intent,
  amount: bigint,
  votes: bigint,
  { sender, resources, parameters, neededOf }: StakeFacts,
): bigint {
  const vote = neededOf({ type: 'VoteWitnessContract', votes: changeVotes(sender.votes, target, votes) });
  return baseFee(vote, bandwidthAfter(neededOf(freezeOf(amount, wishes.resource)), resources), parameters);
}

/** The most whole coins that can be frozen so that the vote for all frozen coins can be paid too. In sun. */
function mostToFreeze(intent: Intent, facts: StakeFacts): bigint {
  const { sender, baseFeeOf } = facts;
  const idle = idleVotes(sender);
  const feesOf = (votes: bigint) => {
    const amount = votes * sunOfVote;
    const freeze = baseFeeOf(freezeOf(amount, intent.wishes.resource));
    return freeze + laterVoteFee(intent, amount, idle + votes, facts);
  };
  // Beside whole coins there is a rest, which pays fees first.
  const rest = sender.balance % sunOfVote;
  const coinsFor = (fees: bigint) => (fees > rest ? ceilDiv(fees - rest, sunOfVote) : 0n);
  // Fees change with the length of the amount, and with that of the count of votes.
  const voted = votesFor(sender.votes, intent.parsed.targetValidatorAddress) + idle;
  const ends = varintEnds
    .flatMap((end) => [end / sunOfVote, end - voted])
    .filter((votes) => votes > 0n && votes * sunOfVote <= maxInt64)
    .sort((one, other) => (one < other ? -1 : 1));
  return largestAmount(sender.balance / sunOfVote, ends, (votes) => coinsFor(feesOf(votes))) * sunOfVote;
}

function proposeMove(
  context: TronContext,
  { amount: wanted = 0n, parsed: { targetValidatorAddress: target }, wishes }: Intent,
  source: Address,
  { sender }: StakeFacts,
): Proposal<'stake'> {
  const held = votesFor(sender.votes, source) * sunOfVote;
  const amount = wanted === 'max' ? held : wanted;
  if (held === 0n) return { spent: 0n, errors: [noVotesFor(source, fields.source)] };
  const problems: Problem[] = [];
  if (source === target) {
    const reason = 'the votes are with it already';
    problems.push(problem('validator.inactive', { validator: toBase58Address(target), reason }, fields.target));
  }
  if (wishes.step === 'freeze') {
    const field = 'transaction.data.params.step';
    const reason = 'it freezes coins, but sourceValidatorAddress moves votes of coins that are frozen';
    problems.push(problem('wish.invalid', { field, reason }, field));
  }
  problems.push(...wholeProblems(context, amount));
  if (amount > held) problems.push(tooMuch(context, held, amount));
  if (problems.length > 0) return { amount, spent: 0n, errors: problems };
  const count = amount / sunOfVote;
  return voteOf(changeVotes(changeVotes(sender.votes, source, -count), target, count), amount);
}
