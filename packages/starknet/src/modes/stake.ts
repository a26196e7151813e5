import { type CheckedIntent, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import type { Address } from '../address/address.ts';
import { type Entry, moveCalls, stakeCalls } from '../bytes/staking-calls.ts';
import type { StarknetContext } from '../context.ts';
import { maxU128 } from '../felt.ts';
import type { PoolOfStaker } from '../staking/pool-of-staker.ts';
import {
  guessPools,
  noPoolProblem,
  rememberPool,
  type Standing,
  standingOf,
  standingQuestions,
} from '../staking/pools.ts';
import { rulesOf } from '../staking/rules.ts';
import type { Starknet } from '../types.ts';
import { type Member, stakingCalls } from '../upstream/staking.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import {
  fields,
  locked,
  memberOf,
  partProblems,
  paused,
  pendingNews,
  readStake,
  rewardWarnings,
  type StakeAnswers,
  stakeQuestions,
  unreadable,
} from './staking.ts';

type Intent = CheckedIntent<Starknet, 'stake'>;

/** Stakes STRK with a validator. With `sourceValidatorAddress` it moves a stake from there, without the wait of unstaking. */
export function stake(context: StarknetContext): ModeVerbs<Starknet, 'stake'> {
  return {
    wishes: wishesOf.stake,
    honours,
    async ask(intent, operation) {
      const { sourceValidatorAddress: source, targetValidatorAddress: target } = intent.parsed;
      const ids = source === undefined ? [target] : [target, source];
      const [to = { staker: target, pool: target }, from] = await guessPools(context, ids, operation);
      return source === undefined || from === undefined
        ? askDelegation(context, intent, to, operation)
        : askMove(context, intent, { to, from, source }, operation);
    },
  };
}

function askDelegation(context: StarknetContext, intent: Intent, to: PoolOfStaker, operation: Operation) {
  const questions = stakeQuestions(context, to, intent.parsed.senderAddress);
  const propose = (facts: Facts<typeof questions>) => proposeDelegation(context, intent, to, facts);
  return readScene(context, intent, { questions, propose }, operation);
}

function proposeDelegation(
  context: StarknetContext,
  { amount: wanted = 0n, parsed }: Intent,
  to: PoolOfStaker,
  { answers, balance }: Facts<ReturnType<typeof stakeQuestions>>,
): Proposal<'stake'> {
  const { senderAddress: sender, targetValidatorAddress: target } = parsed;
  const native = (amount: bigint) => nativeAmount(context, amount);
  const read = readTarget(context, target, to, answers);
  const errors = 'errors' in read ? [...read.errors] : [];
  if (wanted !== 'max' && wanted > balance)
    errors.push(problem('balance.insufficient', { available: native(balance), amount: native(wanted) }, fields.amount));
  // One felt holds it.
  const largest = wanted === 'max' ? balance : wanted;
  if (largest > maxU128) errors.push(problem('stake.aboveMaximum', { maximum: native(maxU128) }, fields.amount));
  if ('errors' in read || errors.length > 0) return { errors, ...(wanted === 'max' ? {} : { amount: wanted }) };
  const { member, warnings } = read;
  const entry: Entry = member === null ? 'enter' : 'add';
  const callsOf = (amount: bigint) => stakeCalls(to.pool, sender, amount, entry);
  const news = [...warnings, ...(member === null ? [] : rewardWarnings(member, sender, fields.target))];
  const settled = (amount: bigint, left: bigint, fees: bigint) => ({
    amount,
    spent: amount,
    params: { pool: to.pool, entry },
    warnings:
      left >= 0n && left < fees ? [problem('balance.noneLeftForFees', { left: native(left) }, fields.amount)] : [],
  });
  if (wanted !== 'max')
    return {
      amount: wanted,
      warnings: news,
      calls: callsOf(wanted),
      settle: (fees) => settled(wanted, balance - wanted - fees, fees),
    };
  if (balance < 2n) {
    const numbers = { ticker: context.identity.ticker, available: native(balance) };
    return { errors: [problem('balance.insufficientForFees', numbers, fields.amount)], warnings: news };
  }
  return {
    warnings: news,
    // The amount does not change what the transaction needs. With all of it, fees would be missing.
    calls: callsOf(balance / 2n),
    settle(fees) {
      const amount = balance - fees;
      if (amount > 0n) return settled(amount, 0n, fees);
      const numbers = { available: native(balance), fees: native(fees) };
      const error = problem('balance.nothingToSend', numbers, fields.amount);
      return { spent: 0n, params: { pool: to.pool, entry }, errors: [error] };
    },
  };
}

/** The pool that takes a stake, and what the sender has there. */
function readTarget(
  context: StarknetContext,
  target: Address,
  to: PoolOfStaker,
  answers: StakeAnswers,
): { readonly member: Member | null; readonly warnings: readonly Problem[] } | { readonly errors: readonly Problem[] } {
  const rules = rulesOf(answers);
  if ('problem' in rules) return { errors: [rules.problem] };
  const standing = standingOf(context, to, answers);
  if (to.elsewhere === undefined) rememberPool(context, target, to, standing);
  const inactive = (reason: string) => problem('validator.inactive', { validator: target, reason }, fields.target);
  const errors = [
    ...targetProblems(context, target, to, standing, inactive),
    ...(rules.isPaused ? [inactive(paused)] : []),
  ];
  if (errors.length > 0) return { errors };
  const member = memberOf(answers.member);
  if (member === 'unclear') return { errors: [unreadable] };
  const keepsAll = standing.kind === 'listed' && standing.commission >= 10_000n;
  return { member, warnings: keepsAll ? [problem('validator.keepsAll', {}, fields.target)] : [] };
}

function targetProblems(
  context: StarknetContext,
  target: Address,
  { pool, elsewhere }: PoolOfStaker,
  standing: Standing,
  inactive: (reason: string) => Problem,
): Problem[] {
  const none = noPoolProblem(context, target, standing, fields.target);
  if (none !== undefined) return [none];
  if (elsewhere !== undefined) {
    const numbers = { what: 'the pool of the validator', first: pool, second: elsewhere, chain: context.identity.name };
    return [problem('fee.contradicted', numbers, fields.target)];
  }
  if (standing.kind !== 'listed') return [inactive('it has left the staking contract')];
  return standing.leavesAt === undefined ? [] : [inactive('it is leaving the staking contract')];
}

/** Both ends of a move, as they were guessed. */
interface Ends {
  readonly to: PoolOfStaker;
  readonly from: PoolOfStaker;
  /** The id of the source in the intent. */
  readonly source: Address;
}

function moveQuestions(context: StarknetContext, { to, from }: Ends, sender: Address) {
  const source = standingQuestions(context, from);
  return {
    ...stakeQuestions(context, to, sender),
    sourceInfo: source.info,
    sourcePools: source.pools,
    sourcePoolsBefore: source.poolsBefore,
    sourceItself: source.itself,
    sourceMember: stakingCalls.member(from.pool, sender),
  } as const;
}

function askMove(context: StarknetContext, intent: Intent, ends: Ends, operation: Operation) {
  const questions = moveQuestions(context, ends, intent.parsed.senderAddress);
  const propose = (facts: Facts<typeof questions>) => proposeMove(context, intent, ends, facts);
  return readScene(context, intent, { questions, propose }, operation);
}

function proposeMove(
  context: StarknetContext,
  { amount: wanted = 0n, parsed }: Intent,
  { to, from, source }: Ends,
  { answers, time }: Facts<ReturnType<typeof moveQuestions>>,
): Proposal<'stake'> {
  const { senderAddress: sender, targetValidatorAddress: target } = parsed;
  const entered = readTarget(context, target, to, answers);
  const left = readStake(
    context,
    { id: source, field: fields.source, found: from, warnings: [] },
    {
      ...answers,
      info: answers.sourceInfo,
      pools: answers.sourcePools,
      poolsBefore: answers.sourcePoolsBefore,
      itself: answers.sourceItself,
      member: answers.sourceMember,
    },
  );
  const reason = 'the stake is with it already';
  const same =
    from.pool === to.pool ? [problem('validator.inactive', { validator: target, reason }, fields.target)] : [];
  if ('errors' in entered || 'errors' in left) {
    const found = [...('errors' in entered ? entered.errors : []), ...('errors' in left ? left.errors : [])];
    return { errors: [...same, ...found.filter(isFirst)] };
  }
  const { member } = left;
  const pending = pendingNews(context, member, time, fields.source);
  const errors = [
    ...same,
    ...(left.standing.kind === 'removed'
      ? [locked('the validator has left, and no stake can be moved from it: unstake it and withdraw it', fields.source)]
      : []),
    ...partProblems(context, member, wanted, fields.source),
    ...pending.errors,
    ...(same.length > 0 ? [] : rewardProblems(member, entered.member)),
  ];
  const amount = wanted === 'max' ? member.amount : wanted;
  const warnings = [...entered.warnings, ...pending.warnings, ...rewardWarnings(member, sender, fields.source)];
  if (errors.length > 0) return { errors, warnings, amount };
  // The intent replaces the pending one. What was in that stays in it.
  const intent = member.unpoolAmount + amount;
  const move = { pool: from.pool, toStaker: to.staker, toPool: to.pool, amount, intent };
  const toStaker = to.staker === target ? {} : { toStaker: to.staker };
  return {
    amount,
    warnings,
    calls: moveCalls(move),
    settle: () => ({
      amount,
      spent: 0n,
      params: { pool: to.pool, source: { pool: from.pool, waiting: member.unpoolAmount.toString(), ...toStaker } },
    }),
  };
}

/** Both sides report what concerns the staking contract itself. */
function isFirst({ code, message }: Problem, at: number, all: readonly Problem[]): boolean {
  return all.findIndex((each) => each.code === code && each.message === message) === at;
}

/** A member keeps one reward address, and a stake that moves brings its own ("Reward address mismatch"). */
function rewardProblems(leaving: Member, entered: Member | null): Problem[] {
  if (entered === null || entered.rewardAddress === leaving.rewardAddress) return [];
  const reason = `its rewards go to ${leaving.rewardAddress}, and those of the stake with the target to ${entered.rewardAddress}: they have to go to the same address`;
  return [locked(reason, fields.source)];
}
