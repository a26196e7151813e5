import { type CheckedIntent, formatAmount, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import { isoTime } from '@isochain/core/upstream';
import { type Address, toBase58Address } from '../address/address.ts';
import { maxInt64, type Resource, resources, type Vote } from '../bytes/contracts.ts';
import { sunOfVote } from '../bytes/plan.ts';
import type { TronContext } from '../context.ts';
import { idleSun, stakedSun } from '../staking/power.ts';
import { readStakeId } from '../staking/stake-id.ts';
import { firstOf, sortUnfreezing, sumOf } from '../staking/unfreezing.ts';
import { shrinkVotes, votesFor } from '../staking/votes.ts';
import type { Tron } from '../types.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { fields, noPosition, noVotesFor, rulesProblems, tooMuch } from './staking.ts';

type Intent = CheckedIntent<Tron, 'unstake'>;

/** UNFREEZE_MAX_TIMES of tronprotocol/java-tron (UnfreezeBalanceV2Actuator). */
const mostUnfreezings = 32;

const dayMs = 86_400_000;

/** Unfreezes coins. They can be withdrawn when the chain's delay is over. */
export function unstake(context: TronContext): ModeVerbs<Tron, 'unstake'> {
  return {
    wishes: wishesOf.unstake,
    honours,
    ask: (intent, operation) =>
      readScene(context, intent, { questions: {}, propose: (facts) => propose(context, intent, facts) }, operation),
  };
}

function propose(
  context: TronContext,
  intent: Intent,
  { sender, head, parameters }: Facts<Record<never, never>>,
): Proposal<'unstake'> {
  const { amount: wanted = 0n, wishes } = intent;
  const position = positionOf(intent, sender, head);
  const { due, waiting } = sortUnfreezing(sender, head);
  const refusals = [
    ...rulesProblems(parameters),
    ...('error' in position ? [position.error] : []),
    ...(waiting.length < mostUnfreezings ? [] : [full(waiting.length, firstOf(waiting))]),
  ];
  if (refusals.length > 0 || 'error' in position) return { spent: 0n, errors: refusals };
  const chosen = choose(
    context,
    sender,
    { wanted, position: position.sun, isNamed: intent.data.stakeId !== undefined },
    wishes.resource,
  );
  if ('error' in chosen) return { spent: 0n, errors: [chosen.error] };
  const { amount, resource } = chosen;
  const native = (value: bigint) => nativeAmount(context, value);
  const votes = shrinkVotes(sender.votes, stakedSun(sender) - amount);
  const date = isoTime(head.timestamp + Number(parameters.unfreezeDays) * dayMs);
  return {
    contract: { type: 'UnfreezeBalanceV2Contract', amount, resource },
    amount,
    spent: 0n,
    warnings: [
      ...position.warnings,
      problem('position.comesBack', { amount: native(amount), date }, fields.amount),
      ...(votes === sender.votes ? [] : [problem('position.votesLeft', { votes: textOf(votes) }, fields.validator)]),
      ...(due.length === 0 ? [] : [problem('position.paysDue', { amount: native(sumOf(due)) })]),
    ],
  };
}

function textOf(votes: readonly Vote[]): string {
  if (votes.length === 0) return 'none';
  return votes.map(({ address, count }) => `${toBase58Address(address)} ${count}`).join(', ');
}

function full(count: number, first: number): Problem {
  const reason = `${count} unstakes are under way, and the chain allows no more; the first is over at ${isoTime(first)}`;
  return problem('position.locked', { reason }, fields.validator);
}

/** The position that an intent means: its coins in sun. */
function positionOf(
  { data: { stakeId }, parsed: { validatorAddress } }: Intent,
  sender: AccountFacts,
  { timestamp }: { readonly timestamp: number },
): { readonly sun: bigint; readonly warnings: readonly Problem[] } | { readonly error: Problem } {
  const voted = (validator: Address, field: string) => {
    const sun = votesFor(sender.votes, validator) * sunOfVote;
    if (sun === 0n) return { error: noVotesFor(validator, field) };
    if (validator === validatorAddress) return { sun, warnings: [] };
    const names = { validator: toBase58Address(validator) };
    return { sun, warnings: [problem('position.otherValidator', names, fields.validator)] };
  };
  if (stakeId === undefined) return voted(validatorAddress, fields.validator);
  const position = readStakeId(stakeId);
  switch (position?.kind) {
    case undefined:
      return { error: noPosition('stakeId names none', fields.stakeId) };
    case 'vote':
      return voted(position.validator, fields.stakeId);
    case 'unvoted': {
      const sun = idleSun(sender);
      if (sun > 0n) return { sun, warnings: [] };
      return { error: noPosition('all frozen coins of the account have a vote', fields.stakeId) };
    }
    case 'lent':
      return { error: lent };
    case 'unfreeze': {
      const { resource, endsAt } = position;
      const isThere = sender.unfreezing.some((each) => each.resource === resource && each.endsAt === endsAt);
      if (!isThere) return { error: noPosition('the account has no such coins', fields.stakeId) };
      return { error: problem(endsAt > timestamp ? 'position.unlocking' : 'position.notStaked', {}, fields.stakeId) };
    }
  }
}

const lent = problem(
  'position.locked',
  { reason: 'what the coins give is lent to other accounts, which has to end first' },
  fields.stakeId,
);

interface Asked {
  readonly wanted: bigint | 'max';
  /** Sun of the position that is meant. */
  readonly position: bigint;
  /** Whether the intent names the position itself, not only the validator. */
  readonly isNamed: boolean;
}

/** How much to unfreeze, and which kind: one transaction unfreezes one kind. */
function choose(
  context: TronContext,
  sender: AccountFacts,
  { wanted, position, isNamed }: Asked,
  wished: Resource | undefined,
): { readonly amount: bigint; readonly resource: Resource } | { readonly error: Problem } {
  const { frozen } = sender;
  const kinds = wished === undefined ? resources.filter((kind) => frozen[kind] > 0n) : [wished];
  const available = kinds.reduce((sum, kind) => sum + frozen[kind], 0n);
  const [only = 'BANDWIDTH'] = kinds;
  const all = kinds.length > 1 || position < available ? position : available;
  const amount = wanted === 'max' ? all : wanted;
  if (isNamed && amount > position) return { error: tooMuch(context, position, amount) };
  if (available === 0n || amount > available) return { error: beyond(context, sender, available, amount, wished) };
  const enough = kinds.find((kind) => frozen[kind] >= amount);
  if (enough !== undefined && amount <= maxInt64) return { amount, resource: enough };
  return kinds.length > 1
    ? { error: twoKinds(context, sender, amount) }
    : { error: beyond(context, sender, frozen[only], amount, wished) };
}

function twoKinds(context: TronContext, { frozen }: AccountFacts, amount: bigint): Problem {
  const native = (value: bigint) => nativeAmount(context, value);
  const numbers = { bandwidth: native(frozen.BANDWIDTH), energy: native(frozen.ENERGY), needed: native(amount) };
  return problem('position.twoKinds', numbers, fields.amount);
}

/** More than can be unfrozen. Coins that the account has, but cannot unfreeze, are named. */
function beyond(
  context: TronContext,
  { delegated, legacyFrozen }: AccountFacts,
  available: bigint,
  amount: bigint,
  wished: Resource | undefined,
): Problem {
  const away = wished === undefined ? delegated.BANDWIDTH + delegated.ENERGY : delegated[wished];
  const legacy = wished === undefined ? legacyFrozen : 0n;
  if (away + legacy === 0n || amount > available + away + legacy) return tooMuch(context, available, amount);
  const { decimals, ticker } = context.identity;
  const text = (value: bigint) => `${formatAmount(value, decimals)} ${ticker}`;
  const reasons = [
    `${text(available)} of the account can be unfrozen`,
    ...(away > 0n ? [`${text(away)} are frozen for what is lent to other accounts`] : []),
    ...(legacy > 0n ? [`${text(legacy)} are frozen by the rules of Stake 1.0, and other wallets can end that`] : []),
  ];
  return problem('position.locked', { reason: reasons.join('; ') }, fields.amount);
}
